import { continuesByItself } from '#upload-queue/engine/states.ts'
import type { Queue } from '#upload-queue/openQueue.ts'
import { registerSync, systemSends } from '#src/pwa/serviceWorkerClient.ts'

const pauseMs = 5 * 60_000

/** Registers background sync so that the worker can send when this page cannot. */
export class BackgroundSyncHandoff {
  /** Result of the last check of `systemSends()`. */
  isPossible = false
  readonly #queue: Queue
  #registeredAt = 0

  constructor(queue: Queue) {
    this.#queue = queue
  }

  async check(): Promise<void> {
    this.isPossible = await systemSends()
  }

  async register(): Promise<void> {
    this.#registeredAt = this.#queue.clock.now()
    const live = await this.#queue.store.live().catch(() => [])
    if (live.some((item) => continuesByItself(item.state))) await registerSync()
  }

  /** Renews the registration at most every 5 minutes: a hidden page may be closed without an event. */
  async registerRarely(): Promise<void> {
    if (Math.abs(this.#queue.clock.now() - this.#registeredAt) > pauseMs) await this.register()
  }
}
