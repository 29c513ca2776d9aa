import { Transform } from 'node:stream'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'

const bodies = new WeakMap<FastifyRequest, Buffer[]>()

/** Keeps the raw bytes of a body in addition to parsing it, for signature checks. */
export const keepRawBody: preParsingHookHandler = (request, _reply, payload, done) => {
  const chunks: Buffer[] = []
  bodies.set(request, chunks)
  const copy = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      chunks.push(chunk)
      next(null, chunk)
    },
  })
  payload.once('error', (error) => copy.destroy(error))
  done(null, payload.pipe(copy))
}

/** The raw body; empty when {@link keepRawBody} did not run. */
export function rawBodyOf(request: FastifyRequest): Buffer {
  return Buffer.concat(bodies.get(request) ?? [])
}
