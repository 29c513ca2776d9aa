/** Aborts the requests of items that the user paused or cancelled, or all requests when the lease is lost. */
export class Interruptions {
  readonly #controllers = new Map<string, AbortController>()

  /** The abort signal for the next request of this item. */
  signal(id: string): AbortSignal {
    const controller = this.#controllers.get(id) ?? new AbortController()
    this.#controllers.set(id, controller)
    return controller.signal
  }

  interrupt(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#controllers.get(id)?.abort()
      this.#controllers.delete(id)
    }
  }

  interruptAll(): void {
    this.interrupt([...this.#controllers.keys()])
  }
}
