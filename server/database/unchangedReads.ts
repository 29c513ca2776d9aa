import type { Database } from './database.ts'

/** Keeps at most this many results: the rows of some thousand thumbnails, a few megabytes. */
const maxResults = 5000

/** A database in this process that tells when it changes. */
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
  #count = ''

  constructor(database: Database | (Database & ChangeCounting)) {
    this.#database = database
  }

  /**
   * The result of a query, or the kept one. The caller must not change it.
   * @param key names the query and its parameters
   * @param query reads committed rows; its result depends on the database alone, not on the time
   */
  async read<T>(key: string, query: () => Promise<T>): Promise<T> {
    const database = this.#database
    if (!('changeCount' in database)) return query()
    const before = database.changeCount()
    if (before !== this.#count || this.#results.size >= maxResults) this.#results.clear()
    this.#count = before
    if (this.#results.has(key)) return this.#results.get(key) as T
    const result = await query()
    // Otherwise the result may be older or newer than the count.
    if (database.changeCount() === before && this.#count === before) this.#results.set(key, result)
    return result
  }
}
