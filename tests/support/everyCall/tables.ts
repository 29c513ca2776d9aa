import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

type Rows = readonly Record<string, unknown>[]

/** Every table as it stands, so that a call's effect can be seen and undone. SQLite only. */
export class Tables {
  readonly #database: Database
  readonly #names: readonly string[]
  #kept = new Map<string, Rows>()

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

  /** One hash over all of them; what was only counted against a rate limit is left out. */
  async hash(): Promise<string> {
    const all = await this.#read()
    all.delete('tentative')
    return createHash('sha256')
      .update(JSON.stringify([...all]))
      .digest('hex')
  }

  /** Everything as it was at first. */
  async restore(): Promise<void> {
    await this.#database.transaction().execute(async (transaction) => {
      await sql`pragma defer_foreign_keys = on`.execute(transaction)
      for (const name of this.#names) await sql`delete from ${sql.table(name)}`.execute(transaction)
      for (const [name, rows] of this.#kept) {
        for (const row of rows) {
          const columns = sql.join(Object.keys(row).map((column) => sql.ref(column)))
          const values = sql.join(Object.values(row))
          await sql`insert into ${sql.table(name)} (${columns}) values (${values})`.execute(transaction)
        }
      }
    })
  }

  async #read(): Promise<Map<string, Rows>> {
    const all = new Map<string, Rows>()
    for (const name of this.#names) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)} order by 1`.execute(
        this.#database,
      )
      all.set(name, rows)
    }
    return all
  }
}
