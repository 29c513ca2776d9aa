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

  /** Notes that items changed: told at once after a quiet time, together with others otherwise. */
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
