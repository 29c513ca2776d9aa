import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { sqlitePath } from '#server/database/openDatabase.ts'
import { openSqlite } from '#server/database/sqlite.ts'

let template: Promise<Buffer> | undefined

/** Puts a database with all tables and no rows into a new data folder: migrating it takes longer than most tests. */
export async function putEmptySqlite(dataDir: string): Promise<void> {
  template ??= makeTemplate()
  await writeFile(sqlitePath(dataDir), await template)
}

async function makeTemplate(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-modele-'))
  const database = await openSqlite(sqlitePath(folder))
  // Without it the tables are in the write-ahead log.
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
  await database.destroy()
  const bytes = await readFile(sqlitePath(folder))
  await rm(folder, { recursive: true })
  return bytes
}
