import { Client } from 'pg'

const againMs = 1000

/** Hears what the nodes of one PostgreSQL database tell on a channel. A connection that breaks is opened again. */
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

  /** Resolves when nothing told from now on is missed, unless the connection breaks. */
  async start(): Promise<void> {
    const client = new Client({ connectionString: this.#url, application_name: 'eclats live', keepAlive: true })
    this.#client = client
    // A break ends in 'end'; without a listener its error would end the process.
    client.on('error', () => undefined)
    client.on('notification', ({ payload = '' }) => this.#onNotify(payload))
    client.once('end', () => this.#startLater())
    await client.connect()
    await client.query(`listen ${client.escapeIdentifier(this.#channel)}`)
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#client?.end()
  }

  #startLater(): void {
    if (this.#isStopped) return
    const retry = () => {
      if (!this.#isStopped) this.start().catch(() => undefined)
    }
    setTimeout(retry, againMs).unref()
  }
}
