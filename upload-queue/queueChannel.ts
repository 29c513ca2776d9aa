import type { QueueMessage } from './messages.ts'

const channelName = 'eclats-envois'
/** Progress is told four times a second at most. */
const quietMs = 250

/** The line between all tabs and the worker; what one says, its own page hears too. */
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

  /** Notes that an item changed; many changes are told together. */
  sayChanged(id: string): void {
    this.#changed.add(id)
    this.#timer ??= setTimeout(() => this.#flush(), quietMs)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#flush()
    this.#channel.close()
  }

  #flush(): void {
    this.#timer = undefined
    const ids = [...this.#changed]
    this.#changed.clear()
    if (ids.length > 0) this.say({ type: 'items/changed', ids })
  }
}
