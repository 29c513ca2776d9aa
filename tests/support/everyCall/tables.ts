import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** Rows of every table, by its name. */
export type State = ReadonlyMap<string, readonly Record<string, unknown>[]>

/** Every table as it stands, so that a call's effect can be seen and undone. SQLite only. */
export class Tables {
  readonly #database: Database
  readonly #names: readonly string[]
  #kept: State = new Map()

  private constructor(database: Database, names: readonly string[]) {
    this.#database = database
    this.#names = names
  }

  static async of(database: Database): Promise<Tables> {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'
    `.execute(database)
    const tables = new Tables(
      database,
      rows.map(({ name }) => name),
    )
    tables.#kept = await tables.#read()
    return tables
  }

  /** One hash over what {@link read} gives. */
  async hash(): Promise<string> {
    const all = await this.read()
    return createHash('sha256')
      .update(JSON.stringify([...all]))
      .digest('hex')
  }

  /** Everything as it was at first. */
  async restore(): Promise<void> {
    const now = await this.#read()
    const changed = [...this.#kept].filter(([name, rows]) => JSON.stringify(rows) !== JSON.stringify(now.get(name)))
    // A row that goes must not take those along that stayed as they were.
    await sql`pragma foreign_keys = off`.execute(this.#database)
    await this.#database.transaction().execute(async (transaction) => {
      for (const [name, rows] of changed) {
        await sql`delete from ${sql.table(name)}`.execute(transaction)
        const [first] = rows
        if (!first) continue
        const columns = sql.join(Object.keys(first).map((column) => sql.ref(column)))
        const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`))
        await sql`insert into ${sql.table(name)} (${columns}) values ${values}`.execute(transaction)
      }
    })
    await sql`pragma foreign_keys = on`.execute(this.#database)
  }

  /** All of them but what is only counted against a rate limit. */
  async read(): Promise<State> {
    const all = await this.#read()
    all.delete('tentative')
    return all
  }

  async #read(): Promise<Map<string, Record<string, unknown>[]>> {
    const all = new Map<string, Record<string, unknown>[]>()
    for (const name of this.#names) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)} order by 1`.execute(
        this.#database,
      )
      all.set(name, rows)
    }
    return all
  }
}
