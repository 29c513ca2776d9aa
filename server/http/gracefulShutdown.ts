import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** In ms: the first request of a proxy follows the connection at once. */
const defaultFirstRequestMs = 1000

/** In ms: the longest time in which connections that the system has accepted are taken before the port is closed. */
const queueMs = 1000

interface Connection {
  /** Requests in progress. */
  requests: number
  /** `performance.now()` until which the first request is waited for; 0 once there was one. */
  firstUntil: number
}

/**
 * The end of this process, seen by its clients. First the readiness check fails, everything else is answered, and every
 * answer ends its connection, so that a load balancer chooses another node. Then, from the app's `preClose`, a
 * connection is closed as soon as it has no request: no piece of an upload is begun. A connection that was opened just
 * before is closed after its first request: a proxy has sent it already, and may not send it to another node.
 */
export class GracefulShutdown {
  readonly #connections = new Map<Socket, Connection>()
  readonly #firstRequestMs: number
  #opened = 0
  #isStopping = false
  #isClosing = false

  /** @param firstRequestMs time from the opening of a connection in which its first request is still answered */
  constructor(firstRequestMs = defaultFirstRequestMs) {
    this.#firstRequestMs = firstRequestMs
  }

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
      for (const [socket, connection] of this.#connections) this.#closeIdle(socket, connection)
      this.#untilQueueIsEmpty(performance.now() + queueMs, -1, done)
    })
  }

  /** Closes every connection, also with a request in progress. */
  cut(): void {
    for (const socket of this.#connections.keys()) socket.destroy()
  }

  /**
   * The system resets connections that wait in the queue of the port when it is closed. Node takes one of them in each
   * turn of its loop: a turn without one has emptied the queue. The first turn has begun already and does not count.
   */
  #untilQueueIsEmpty(until: number, before: number, done: () => void): void {
    setImmediate(() => {
      const isEmpty = this.#opened === before
      if (isEmpty || performance.now() > until) done()
      else this.#untilQueueIsEmpty(until, this.#opened, done)
    })
  }

  #open(socket: Socket): Connection {
    this.#opened += 1
    const connection = { requests: 0, firstUntil: performance.now() + this.#firstRequestMs }
    this.#connections.set(socket, connection)
    socket.once('close', () => this.#connections.delete(socket))
    if (this.#isClosing) this.#closeIdle(socket, connection)
    return connection
  }

  #count(socket: Socket, change: 1 | -1): void {
    const known = this.#connections.get(socket)
    if (!known && (socket.destroyed || change < 0)) return
    const connection = known ?? this.#open(socket)
    connection.requests += change
    connection.firstUntil = 0
    if (this.#isClosing) this.#closeIdle(socket, connection)
  }

  #closeIdle(socket: Socket, connection: Connection): void {
    if (connection.requests > 0) return
    const waitMs = connection.firstUntil - performance.now()
    if (waitMs <= 0) socket.destroySoon()
    else setTimeout(() => this.#closeIdle(socket, connection), waitMs + 1).unref()
  }
}
