/** Hangs up on requests whose item a person paused or gave up, or all of them when the lease is lost. */
export class Interruptions {
  readonly #controllers = new Map<string, AbortController>()

  /** The signal for the next request of this item. */
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
