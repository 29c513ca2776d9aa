import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * The end of this process, seen by its clients. First the readiness check fails, everything else is answered, and every
 * answer ends its connection, so that a load balancer chooses another node. Then, from the app's `preClose`, a
 * connection is closed as soon as it has no request: no piece of an upload is begun.
 */
export class Drain {
  readonly #requests = new Map<Socket, number>()
  #isStopping = false
  #isClosing = false

  /** Whether the readiness check must fail. */
  get isStopping(): boolean {
    return this.#isStopping
  }

  /** Makes the readiness check fail. */
  begin(): void {
    this.#isStopping = true
  }

  /** Counts the requests of each connection. Must be called before the routes are registered. */
  watch(app: FastifyInstance): void {
    // Browsers open connections ahead of a request. Node counts these as active, and would wait for them.
    app.server.on('connection', (socket) => this.#open(socket))
    app.addHook('onRequest', ({ raw: { socket } }, reply, done) => {
      // An injected in-process request has no socket.
      if (socket instanceof Socket) {
        this.#count(socket, 1)
        reply.raw.once('close', () => this.#count(socket, -1))
      }
      done()
    })
    app.addHook('onSend', (_request, reply, payload, done) => {
      if (this.#isStopping) void reply.header('Connection', 'close')
      done(null, payload)
    })
    app.addHook('preClose', (done) => {
      this.#isStopping = true
      this.#isClosing = true
      for (const [socket, requests] of this.#requests) if (requests === 0) socket.destroySoon()
      done()
    })
  }

  /** Closes every connection, also with a request in progress. */
  cut(): void {
    for (const socket of this.#requests.keys()) socket.destroy()
  }

  #open(socket: Socket): void {
    // Accepted after the idle ones were closed: as if it had been refused.
    if (this.#isClosing) socket.destroy()
    else this.#count(socket, 0)
  }

  #count(socket: Socket, change: 1 | 0 | -1): void {
    const known = this.#requests.get(socket)
    if (known === undefined) {
      if (socket.destroyed || change < 0) return
      socket.once('close', () => this.#requests.delete(socket))
    }
    const requests = (known ?? 0) + change
    this.#requests.set(socket, requests)
    if (this.#isClosing && requests === 0) socket.destroySoon()
  }
}
