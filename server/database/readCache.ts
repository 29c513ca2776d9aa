/** A database that counts its changes. */
export interface ChangeCounting {
  /** A text that differs after every change that was committed before this call, of this process and of others. */
  changeCount(): string | Promise<string>
}

/** A cache of the results of reads, valid while the database has not changed. */
export class ReadCache {
  readonly #database: ChangeCounting
  readonly #results = new Map<string, unknown>()
  readonly #maxResults: number
  /** The latest count that was read: all results are of it, or of later changes. */
  #count = ''

  /** @param maxResults 5 000 rows, as of thumbnails and their readers, take a few megabytes */
  constructor(database: ChangeCounting, maxResults = 5000) {
    this.#database = database
    this.#maxResults = maxResults
  }

  /**
   * The result of a query, or the cached one. The caller must not change it.
   * @param key names the query and its parameters
   * @param query reads committed rows; its result depends on the database alone, not on the time
   */
  read<T>(key: string, query: () => Promise<T>): Promise<T> {
    return this.batch().read(key, query)
  }

  /** Several reads that follow each other: the changes are counted once, at the first of them. */
  batch(): Pick<ReadCache, 'read'> {
    let counted: Promise<string> | undefined
    return { read: async (key, query) => this.#readAt(await (counted ??= this.#readCount()), key, query) }
  }

  async #readCount(): Promise<string> {
    const count = await this.#database.changeCount()
    if (count !== this.#count || this.#results.size >= this.#maxResults) this.#results.clear()
    this.#count = count
    return count
  }

  async #readAt<T>(count: string, key: string, query: () => Promise<T>): Promise<T> {
    // Cached since `count`, or since a later change that another read saw.
    if (this.#results.has(key)) return this.#results.get(key) as T
    const result = await query()
    // After a change that another read saw, the result may be older than its count. After one that no read has seen,
    // the next count drops it.
    if (this.#count === count) this.#results.set(key, result)
    return result
  }
}
