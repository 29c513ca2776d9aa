import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendPieces } from '#server/http/pieces.ts'

let app: FastifyInstance
beforeEach(() => {
  app = fastify()
})
afterEach(() => app.close())

test.each([
  ['small pieces', 8 * 1024],
  ['large pieces', 64 * 1024],
])('keeps less than 1 MiB in memory for a client that reads slower than %s are made', async (_name, pieceBytes) => {
  const count = 2048
  let most = 0
  app.get('/', async (_request, reply) => {
    async function* pieces() {
      // One buffer for all: its bytes must be sent before the next piece is made.
      const piece = new Uint8Array(pieceBytes)
      for (let n = 0; n < count; n += 1) yield piece.fill(n % 251)
    }
    await sendPieces(reply, pieces(), () => {
      most = Math.max(most, reply.raw.writableLength)
    })
    return reply
  })
  const answer = await fetch(await app.listen({ port: 0, host: '127.0.0.1' }))
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect(bytes.length).toBe(count * pieceBytes)
  for (let n = 0; n < count; n += 1) expect(bytes[n * pieceBytes + pieceBytes - 1]).toBe(n % 251)
  expect(most).toBeLessThan(1024 * 1024)
})
