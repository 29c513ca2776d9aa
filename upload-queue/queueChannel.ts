import type { QueueMessage } from './messages.ts'
import { openChannel } from './openChannel.ts'

const channelName = 'eclats-envois'
/** Progress is published at most four times a second. */
const quietMs = 250

/** Channel between all tabs and the service worker. The sender receives its own messages too. */
export class QueueChannel {
  readonly #channel = openChannel(channelName)
  readonly #onMessage: (message: QueueMessage) => void
  readonly #changed = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(onMessage: (message: QueueMessage) => void) {
    this.#onMessage = onMessage
    this.#channel?.addEventListener('message', (event: MessageEvent<QueueMessage>) => onMessage(event.data))
  }

  publish(message: QueueMessage): void {
    this.#channel?.postMessage(message)
    this.#onMessage(message)
  }

  /** Publishes changed items: at once after a quiet period, otherwise batched with the next ones. */
  publishChanged(ids: readonly string[]): void {
    for (const id of ids) this.#changed.add(id)
    if (this.#timer === undefined) this.flush()
  }

  close(): void {
    this.flush()
    clearTimeout(this.#timer)
    this.#channel?.close()
  }

  /** Publishes now what waits for the next batch. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ids = [...this.#changed]
    if (ids.length === 0) return
    this.#changed.clear()
    this.#timer = setTimeout(() => this.flush(), quietMs)
    this.publish({ type: 'items/changed', ids })
  }
}
