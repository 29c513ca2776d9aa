import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { Client } from 'pg'

const reconnectMs = 1000
/** In ms: the node notifies itself. A connection that brought no heartbeat until the next one is lost. */
const beatMs = 30_000
/**
 * In ms: for connecting, for an answer of PostgreSQL, for a notification of the start, and for closing. On a lost
 * connection each waits without an error.
 */
const timeouts = { connection: 5000, answer: 10_000, notification: 5000, end: 2000 }

/** Receives the payloads of `pg_notify`, after their transaction is committed. */
export interface NotifyReceiver {
  receive(payload: string): void
  /** The connection was lost for a time: payloads may be missing. Called when it listens again. */
  missed(): void
}

interface ListenConnection {
  readonly client: Client
  readonly socket: Socket
}

/**
 * Receives the notifications of all nodes on a channel of one PostgreSQL database. Reconnects after a failure, and when
 * its own heartbeat does not return: a connection can die without any event.
 */
export class ChannelListener {
  readonly #url: string
  readonly #channel: string
  readonly #receiver: NotifyReceiver
  readonly #beatMs: number
  /** A channel of this listener alone. */
  readonly #own: string
  #listening: ListenConnection | null = null
  #isStopped = false

  /** @param channel an identifier from our code, never from input */
  constructor(url: string, channel: string, receiver: NotifyReceiver, interval: number = beatMs) {
    this.#url = url
    this.#channel = channel
    this.#receiver = receiver
    this.#beatMs = interval
    this.#own = `${channel}_${randomBytes(6).toString('hex')}`
  }

  /**
   * Resolves when the channel is subscribed. Reconnects when the connection is lost.
   * @throws the error of the first connection, which is not retried
   */
  async start(): Promise<void> {
    const listening = await this.#listen()
    if (this.#isStopped) return end(listening)
    this.#listening = listening
    const stopBeats = this.#beat(listening)
    listening.client.once('end', () => {
      stopBeats()
      this.#startLater()
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    if (this.#listening) await end(this.#listening)
  }

  /**
   * Whether it receives the notifications of other connections. A PgBouncer in transaction mode accepts LISTEN and
   * delivers nothing.
   * @param notify notifies a channel of this listener on another connection
   */
  async receives(notify: (channel: string) => Promise<unknown>): Promise<boolean> {
    const client = this.#listening?.client
    if (!client) return false
    const received = Promise.withResolvers<boolean>()
    const onNotification = ({ channel }: { channel: string }) => {
      if (channel === this.#own) received.resolve(true)
    }
    client.on('notification', onNotification)
    const late = setTimeout(() => received.resolve(false), timeouts.notification)
    try {
      await notify(this.#own)
      return await received.promise
    } finally {
      clearTimeout(late)
      client.off('notification', onNotification)
    }
  }

  /** Connects and subscribes. Closes the connection when the subscription fails. */
  async #listen(): Promise<ListenConnection> {
    const socket = new Socket()
    const client = new Client({
      connectionString: this.#url,
      application_name: 'eclats live',
      keepAlive: true,
      connectionTimeoutMillis: timeouts.connection,
      query_timeout: timeouts.answer,
      stream: () => socket,
    })
    // A lost connection emits 'end' too. An 'error' event without a listener would end the process.
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === this.#channel) this.#receiver.receive(payload)
    })
    try {
      await client.connect()
      for (const channel of [this.#channel, this.#own]) await client.query(`listen ${client.escapeIdentifier(channel)}`)
      return { client, socket }
    } catch (error) {
      socket.destroy()
      throw error
    }
  }

  /** Sends heartbeats, and destroys the connection when one has not returned. @returns a function that stops them */
  #beat({ client, socket }: ListenConnection): () => void {
    let hasReturned = true
    client.on('notification', ({ channel }) => {
      if (channel === this.#own) hasReturned = true
    })
    const timer = setInterval(() => {
      if (!hasReturned) {
        socket.destroy()
        return
      }
      hasReturned = false
      // Without an answer the next heartbeat finds the connection lost.
      client.query('select pg_notify($1, $2)', [this.#own, '']).catch(() => undefined)
    }, this.#beatMs)
    timer.unref()
    return () => clearInterval(timer)
  }

  #startLater(): void {
    if (this.#isStopped) return
    const retry = () => {
      if (this.#isStopped) return
      this.start().then(
        () => this.#receiver.missed(),
        () => this.#startLater(),
      )
    }
    setTimeout(retry, reconnectMs).unref()
  }
}

async function end({ client, socket }: ListenConnection): Promise<void> {
  const cut = setTimeout(() => socket.destroy(), timeouts.end)
  await client.end()
  clearTimeout(cut)
}
