import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '#domain/contract/endpoint.ts'
import { codingFor, codings, worthCompressing } from './compression.ts'

interface OutgoingAnswer {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A serialized answer. Lists have a strong ETag. */
export interface Serialized {
  readonly body: Buffer
  readonly tag: string | null
}

/** Entries of a list that are handled before other requests run: they take some milliseconds. */
const entriesAtOnce = 500

/** Sends the answer of an endpoint that answers `bytes` or `nothing`, unless the handler has sent it. */
export function sendUnserialized({ answer, ...outgoing }: OutgoingAnswer & { readonly answer: unknown }): unknown {
  const { endpoint, reply } = outgoing
  if (reply.sent) return reply
  return endpoint.answer === 'bytes' ? answer : prepared(outgoing).send()
}

/**
 * Validates and serializes an answer, a long list in slices. Fields outside the contract are dropped; an invalid answer
 * becomes a logged 500, an invalid entry of a list a logged entry with its id alone, so that it does not hide the
 * others.
 */
export async function serializeAnswer({
  endpoint,
  schema,
  answer,
  request,
}: Pick<OutgoingAnswer, 'endpoint' | 'request'> & { schema: v.GenericSchema; answer: unknown }): Promise<Serialized> {
  const hash = endpoint.method === 'GET' && listTypes.has(schema.type) ? createHash('sha256') : null
  const pieces: Buffer[] = []
  for await (const text of serializedPieces(schema, answer, request)) {
    const piece = Buffer.from(text)
    hash?.update(piece)
    pieces.push(piece)
  }
  return { body: Buffer.concat(pieces), tag: hash && `"${hash.digest('base64url').slice(0, 22)}"` }
}

async function* serializedPieces(schema: v.GenericSchema, answer: unknown, request: FastifyRequest) {
  if (schema.type !== 'array' || !Array.isArray(answer) || answer.length <= entriesAtOnce) {
    yield JSON.stringify(parsedAnswer(schema, answer, request))
    return
  }
  for (let at = 0; at < answer.length; at += entriesAtOnce) {
    if (at > 0) await setImmediate()
    const slice = JSON.stringify(parsedAnswer(schema, answer.slice(at, at + entriesAtOnce), request))
    yield (at === 0 ? '[' : ',') + slice.slice(1, -1)
  }
  yield ']'
}

/** Sends a serialized answer; a list with its ETag. */
export function sendSerialized(outgoing: OutgoingAnswer, { body, tag }: Serialized): unknown {
  if (outgoing.reply.sent) return outgoing.reply
  const reply = prepared(outgoing).type('application/json; charset=utf-8')
  return tag === null ? reply.send(body) : sendList({ ...outgoing, body, tag })
}

function prepared({ endpoint, reply }: OutgoingAnswer): FastifyReply {
  if (endpoint.status !== undefined && reply.statusCode === 200) void reply.code(endpoint.status)
  return reply.header('Cache-Control', 'no-store')
}

function parsedAnswer(schema: v.GenericSchema, answer: unknown, { log }: FastifyRequest): unknown {
  const result = v.safeParse(schema, answer)
  if (result.success) return result.output
  if (schema.type !== 'array' || !Array.isArray(answer)) throw new v.ValiError(result.issues)
  // Without the values, which may be personal.
  log.error({ fields: result.issues.map((issue) => v.getDotPath(issue)) }, 'list with invalid entries')
  const { item } = schema as v.ArraySchema<v.GenericSchema, undefined>
  return answer.map((entry: unknown) => {
    const parsed = v.safeParse(item, entry)
    return parsed.success ? parsed.output : idOnly(entry)
  })
}

function idOnly(entry: unknown): { id?: number } {
  const parsed = v.safeParse(v.object({ id: v.number() }), entry)
  return parsed.success ? parsed.output : {}
}

/** Schema types of lists; a union is a list with alternative forms. */
const listTypes = new Set(['array', 'union'])

/** Sends a list with an ETag: 304 when it is unchanged. */
async function sendList(list: OutgoingAnswer & { body: Buffer; tag: string }): Promise<FastifyReply> {
  const { endpoint, body, tag, request, reply } = list
  const coding = endpoint.compressed ? codingFor(request.headers['accept-encoding']) : undefined
  if (endpoint.compressed) void reply.header('Vary', 'Accept-Encoding')
  // Compression changes the bytes, so the ETag is weak (RFC 9110, 8.8.1).
  void reply.header('ETag', coding ? `W/${tag}` : tag)
  const known = request.headers['if-none-match']?.split(',').map((text) => text.trim().replace(/^W\//, ''))
  if (known?.includes(tag)) return reply.code(304).removeHeader('Content-Type').send()
  if (!coding || body.length < worthCompressing) return reply.send(body)
  return reply.header('Content-Encoding', coding).send(await codings[coding](body))
}
