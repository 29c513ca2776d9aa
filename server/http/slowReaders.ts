import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'

/**
 * In ms: longer than the system needs to send what it has accepted, which is one large part of its buffer at a time: a
 * client that reads 8 kB a second leaves more than two minutes between two parts.
 */
const readerTimeoutMs = 300_000

/**
 * Closes connections whose client reads nothing of the response: each holds memory, and an open file or a connection to
 * the store. The timer restarts when the system accepts bytes. A response without buffered bytes waits for the server
 * and is not closed. A Range request continues a download.
 * @param timeoutMs time without an accepted byte, in ms
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
const nonResumableTimeoutMs = 900_000

/** Gives the client of a response more time: one that cannot be continued by a Range request. */
export function waitLongerForReader({ raw }: FastifyReply): void {
  if (raw.socket instanceof Socket) raw.setTimeout(nonResumableTimeoutMs)
}
