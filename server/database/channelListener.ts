import { Client } from 'pg'

const reconnectMs = 1000

/** Receives the notifications of all nodes on a channel of one PostgreSQL database. Reconnects after a failure. */
export class ChannelListener {
  readonly #url: string
  readonly #channel: string
  readonly #onNotify: (payload: string) => void
  #client: Client | null = null
  #isStopped = false

  /** @param channel an identifier from our code, never from input */
  constructor(url: string, channel: string, onNotify: (payload: string) => void) {
    this.#url = url
    this.#channel = channel
    this.#onNotify = onNotify
  }

  /**
   * Resolves when the channel is subscribed. Reconnects when the connection is lost.
   * @throws the error of the first connection, which is not retried
   */
  async start(): Promise<void> {
    const client = await this.#listen()
    if (this.#isStopped) return client.end()
    this.#client = client
    client.once('end', () => this.#startLater())
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#client?.end()
  }

  /** Connects and subscribes. Closes the connection when the subscription fails. */
  async #listen(): Promise<Client> {
    const client = new Client({ connectionString: this.#url, application_name: 'eclats live', keepAlive: true })
    // A lost connection emits 'end' too. An 'error' event without a listener would end the process.
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => this.#onNotify(payload))
    try {
      await client.connect()
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
      return client
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  #startLater(): void {
    if (this.#isStopped) return
    const retry = () => {
      if (!this.#isStopped) this.start().catch(() => this.#startLater())
    }
    setTimeout(retry, reconnectMs).unref()
  }
}
