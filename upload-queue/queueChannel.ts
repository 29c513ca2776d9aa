import type { QueueMessage } from './messages.ts'

const channelName = 'eclats-envois'
/** Progress is published at most four times a second. */
const quietMs = 250

/** Channel between all tabs and the service worker. The sender receives its own messages too. */
export class QueueChannel {
  readonly #channel = new BroadcastChannel(channelName)
  readonly #hear: (message: QueueMessage) => void
  readonly #changed = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(hear: (message: QueueMessage) => void) {
    this.#hear = hear
    this.#channel.addEventListener('message', (event: MessageEvent<QueueMessage>) => hear(event.data))
  }

  say(message: QueueMessage): void {
    this.#channel.postMessage(message)
    this.#hear(message)
  }

  /** Publishes changed items: at once after a quiet period, otherwise batched with the next ones. */
  sayChanged(ids: readonly string[]): void {
    for (const id of ids) this.#changed.add(id)
    if (this.#timer === undefined) this.#flush()
  }

  close(): void {
    this.#flush()
    clearTimeout(this.#timer)
    this.#channel.close()
  }

  #flush(): void {
    this.#timer = undefined
    const ids = [...this.#changed]
    if (ids.length === 0) return
    this.#changed.clear()
    this.#timer = setTimeout(() => this.#flush(), quietMs)
    this.say({ type: 'items/changed', ids })
  }
}
