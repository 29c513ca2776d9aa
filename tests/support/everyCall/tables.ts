import { createHash } from 'node:crypto'
import SqliteDatabase from 'better-sqlite3'
import { PostgresAdapter, sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { ReadCache } from '#server/database/readCache.ts'

/** Rows of every table, by its name. */
export type State = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** A database, and the cache of its reads. */
interface Counted {
  readonly database: Database
  readonly readCache: ReadCache
}

/** Snapshots all tables, so that a call's effect can be compared and reset. */
export class Tables {
  readonly #database: Database
  readonly #names: readonly string[]
  /** On SQLite: a connection of its own, whose reads take a tenth of those through the query builder. */
  readonly #readers: ReadonlyMap<string, SqliteDatabase.Statement<[], Record<string, unknown>>> | null
  /** Caches the hash until the database changes: most calls change nothing. */
  readonly #cache: ReadCache
  #kept: State = new Map()

  private constructor({ database, readCache }: Counted, names: readonly string[], file: string | null) {
    this.#database = database
    this.#cache = readCache
    this.#names = names
    const direct = file === null ? null : new SqliteDatabase(file, { readonly: true })
    this.#readers = direct && new Map(names.map((name) => [name, direct.prepare(`select * from "${name}" order by 1`)]))
  }

  static async of(parts: Counted): Promise<Tables> {
    const { database } = parts
    const { rows } = await (
      isPostgres(database)
        ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'
          and tablename not like 'kysely%' order by 1`
        : sql<{ name: string }>`select name from sqlite_master where type = 'table'
          and name not like 'sqlite%' and name not like 'kysely%'`
    ).execute(database)
    const names = rows.map(({ name }) => name)
    const tables = new Tables(parts, names, isPostgres(database) ? null : await fileOf(database))
    tables.#kept = await tables.#read()
    return tables
  }

  /** One hash of the result of {@link read}. */
  hash(): Promise<string> {
    return this.#cache.read('hash of all tables', async () =>
      createHash('sha256')
        .update(JSON.stringify([...(await this.read())]))
        .digest('hex'),
    )
  }

  /** Restores the first snapshot. */
  async restore(): Promise<void> {
    const now = await this.#read()
    const changed = [...this.#kept].filter(([name, rows]) => JSON.stringify(rows) !== JSON.stringify(now.get(name)))
    if (changed.length === 0) return
    const isOnPostgres = isPostgres(this.#database)
    // Deleting a row must not cascade to unchanged rows.
    if (!isOnPostgres) await sql`pragma foreign_keys = off`.execute(this.#database)
    await this.#database.transaction().execute(async (transaction) => {
      if (isOnPostgres) await sql`set local session_replication_role = replica`.execute(transaction)
      for (const [name, rows] of changed) {
        await sql`delete from ${sql.table(name)}`.execute(transaction)
        const [first] = rows
        if (!first) continue
        const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
        const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))
        await sql`insert into ${sql.table(name)} (${columns}) values ${values}`.execute(transaction)
      }
    })
    if (!isOnPostgres) await sql`pragma foreign_keys = on`.execute(this.#database)
  }

  /** All tables except the rate limits. @param database another connection to the same rows */
  async read(database?: Database): Promise<State> {
    const all = await this.#read(database)
    all.delete('tentative')
    return all
  }

  async #read(database?: Database): Promise<Map<string, Record<string, unknown>[]>> {
    if (this.#readers && database === undefined)
      return new Map([...this.#readers].map(([name, reader]) => [name, reader.all()]))
    const read = async (name: string) => {
      const all = sql<Record<string, unknown>>`select * from ${sql.table(name)} order by 1`
      return [name, (await all.execute(database ?? this.#database)).rows] as const
    }
    return new Map(await Promise.all(this.#names.map(read)))
  }
}

function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter
}

async function fileOf(database: Database): Promise<string | null> {
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(database)
  return rows.find(({ name }) => name === 'main')?.file ?? null
}
