import type { Database } from './database.ts'

/** A database that counts its changes. */
export interface ChangeCounting {
  /** A text that differs after every change, of this process and of others. An open transaction counts as changed. */
  changeCount(): string
}

/**
 * Results of reads, kept while the database has not changed. Without a {@link ChangeCounting} database (PostgreSQL),
 * every read runs its query.
 */
export class UnchangedReads {
  readonly #database: Database | (Database & ChangeCounting)
  readonly #results = new Map<string, unknown>()
  readonly #maxResults: number
  #count = ''

  /** @param maxResults 5 000 rows, as of thumbnails and their readers, take a few megabytes */
  constructor(database: Database | (Database & ChangeCounting), maxResults = 5000) {
    this.#database = database
    this.#maxResults = maxResults
  }

  /**
   * The result of a query, or the kept one. The caller must not change it.
   * @param key names the query and its parameters
   * @param query reads committed rows; its result depends on the database alone, not on the time
   */
  read<T>(key: string, query: () => Promise<T>): Promise<T> {
    return this.together().read(key, query)
  }

  /** Several reads that follow each other: the changes are counted once, when this is called. */
  together(): Pick<UnchangedReads, 'read'> {
    const database = this.#database
    if (!('changeCount' in database)) return { read: (_key, query) => query() }
    const count = database.changeCount()
    if (count !== this.#count || this.#results.size >= this.#maxResults) this.#results.clear()
    this.#count = count
    return { read: (key, query) => this.#readAt(database, count, { key, query }) }
  }

  async #readAt<T>(database: ChangeCounting, count: string, { key, query }: Keyed<T>): Promise<T> {
    // Kept since `count`, or since a later change that another read saw.
    if (this.#results.has(key)) return this.#results.get(key) as T
    const result = await query()
    // Otherwise the result may be older or newer than the count.
    if (database.changeCount() === count) this.#results.set(key, result)
    return result
  }
}

interface Keyed<T> {
  readonly key: string
  readonly query: () => Promise<T>
}
