/**
 * Runs one query for all callers that wait for it. Each caller gets the answer to a query that began after its call, so
 * that it contains what the caller wrote before.
 */
export class SharedQuery<T> {
  readonly #query: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  /** Not begun: it answers all callers until then. */
  #next: Promise<T> | null = null

  constructor(query: () => Promise<T>) {
    this.#query = query
  }

  /** @throws what the query throws */
  read(): Promise<T> {
    this.#next ??= this.#runAfter(this.#running)
    return this.#next
  }

  async #runAfter(before: Promise<unknown>): Promise<T> {
    await before.catch(() => undefined)
    this.#running = this.#next ?? before
    this.#next = null
    return this.#query()
  }
}
