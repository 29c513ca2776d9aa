import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

/** In ms: a response of which the client takes no byte for this time is ended. */
const readerTimeoutMs = 60_000

/**
 * Closes connections whose client takes nothing of the response: each holds memory, and an open file or a connection
 * to the store. The timer of the socket sees every byte that the system accepts; it leaves a response alone that waits
 * for the server. A download is continued by a Range request.
 * @param timeoutMs time without a byte, in ms
 */
export function endSlowReaders(app: FastifyInstance, timeoutMs = readerTimeoutMs): void {
  app.addHook('onRequest', ({ raw: { socket } }, { raw }, done) => {
    // An injected in-process request has no socket.
    if (socket instanceof Socket) {
      raw.setTimeout(timeoutMs, () => {
        if (raw.writableLength > 0) socket.destroy()
      })
    }
    done()
  })
}

/** In ms: about as long as TCP itself tries to reach a phone that sleeps or has no network. */
const patientTimeoutMs = 900_000

/** Gives the client of a response more time: one that cannot be continued by a Range request. */
export function waitLongerForReader({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.setTimeout(patientTimeoutMs)
}
