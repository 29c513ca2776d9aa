import { goesOnAlone } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { registerSync, systemSends } from './serviceWorkerClient.ts'

const pauseMs = 5 * 60_000

/** Asking the system to go on when this page cannot. */
export class BackgroundSyncHandoff {
  /** Whether the system would, as far as was known last. */
  isPossible = false
  readonly #queue: Queue
  #doneAt = 0

  constructor(queue: Queue) {
    this.#queue = queue
  }

  async look(): Promise<void> {
    this.isPossible = await systemSends()
  }

  async do(): Promise<void> {
    this.#doneAt = this.#queue.clock.now()
    const live = await this.#queue.store.live().catch(() => [])
    if (live.some((item) => goesOnAlone(item.state) || item.state === 'backoff')) await registerSync()
  }

  /** A hidden page may be closed without a word: now and then it renews its order. */
  async doRarely(): Promise<void> {
    if (Math.abs(this.#queue.clock.now() - this.#doneAt) > pauseMs) await this.do()
  }
}
