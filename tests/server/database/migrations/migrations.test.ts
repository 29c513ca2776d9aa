import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type DatabasePlace, openDatabase } from '#server/database/openDatabase.ts'
import { freshPlace } from '#tests/support/testDatabase.ts'

/** A database whose list of migrations the test changes: no other test uses it afterwards. */
async function aDatabase(): Promise<DatabasePlace> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-migrations-'))
  const { databaseUrl, ...place } = await freshPlace()
  onTestFinished(async () => {
    await place.drop()
    await rm(dataDir, { recursive: true })
  })
  return { dataDir, databaseUrl }
}

async function change(place: DatabasePlace, statement: string): Promise<void> {
  const database = await openDatabase(place)
  await sql.raw(statement).execute(database)
  await database.destroy()
}

async function opens(place: DatabasePlace): Promise<boolean> {
  const database = await openDatabase(place)
  const rows = await database.selectFrom('auditTete').select('id').execute()
  await database.destroy()
  return rows.length === 1
}

test('starts on the tables of a later version, and leaves them as they are', async () => {
  const place = await aDatabase()
  await change(
    place,
    `insert into kysely_migration (name, timestamp) values ('9999_later', '2099-01-01T00:00:00.000Z')`,
  )
  expect(await opens(place)).toBe(true)
  expect(await opens({ ...place, migrates: false })).toBe(true)
})
