import { Client } from 'pg'

const againMs = 1000

/** Receives what the nodes of one PostgreSQL database notify on a channel. A connection that fails is opened again. */
export class ChannelListener {
  readonly #url: string
  readonly #channel: string
  readonly #onNotify: (payload: string) => void
  #client: Client | null = null
  #isStopped = false

  /** @param channel an identifier, never a text from outside */
  constructor(url: string, channel: string, onNotify: (payload: string) => void) {
    this.#url = url
    this.#channel = channel
    this.#onNotify = onNotify
  }

  /**
   * Resolves when every later notification is received, until the connection breaks; then it is opened again.
   * @throws what the first connection fails with; it is not tried again
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

  /** A connection that listens; one that connects and cannot listen is closed, it would receive nothing. */
  async #listen(): Promise<Client> {
    const client = new Client({ connectionString: this.#url, application_name: 'eclats live', keepAlive: true })
    // A break ends in 'end'; without a listener its error would end the process.
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
    setTimeout(retry, againMs).unref()
  }
}
