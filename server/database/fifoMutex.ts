/** A first-in, first-out mutex. */
export class FifoMutex {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** Resolves when the caller holds the mutex. Every acquire needs one release. */
  async acquire(): Promise<void> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isTaken = true
  }

  /** Passes the mutex to the caller that has waited longest. */
  release(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#isTaken = false
  }
}
