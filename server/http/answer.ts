import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '#domain/contract/endpoint.ts'

interface Outgoing {
  readonly endpoint: Endpoint
  readonly answer: unknown
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Parses what goes out too: a field the contract does not name never leaves, a wrong one is a logged 500. */
export function sendAnswer({ endpoint, answer, request, reply }: Outgoing): unknown {
  if (reply.sent) return reply
  if (endpoint.answer === 'bytes') return answer
  void reply.header('Cache-Control', 'no-store')
  if (endpoint.status !== undefined && reply.statusCode === 200) void reply.code(endpoint.status)
  if (endpoint.answer === 'nothing') return reply.send()
  const body = JSON.stringify(v.parse(endpoint.answer, answer))
  void reply.type('application/json; charset=utf-8')
  if (endpoint.method === 'GET' && endpoint.answer.type === 'array') return sendList(body, request, reply)
  return reply.send(body)
}

/** An unchanged list is a 304 (api, "Answers"). */
function sendList(body: string, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  void reply.header('ETag', tag)
  const known = request.headers['if-none-match']?.split(',').map((text) => text.trim().replace(/^W\//, ''))
  return known?.includes(tag) ? reply.code(304).removeHeader('Content-Type').send() : reply.send(body)
}
