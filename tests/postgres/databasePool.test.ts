import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('reuses the database of a finished test with the rows and the first ids of a new one', async () => {
  const first = await startTestServer()
  const { id } = await unUtilisateur(first)
  await first.parts.database.updateTable('auditTete').set({ hash: 'changed' }).execute()
  await first.stop()
  const second = await startTestServer()
  expect(second.databaseUrl).toBe(first.databaseUrl)
  const { database } = second.parts
  expect(await database.selectFrom('utilisateur').selectAll().execute()).toEqual([])
  expect(await database.selectFrom('auditTete').selectAll().execute()).toEqual([{ id: 1, hash: '' }])
  expect((await unUtilisateur(second)).id).toBe(id)
  await second.stop()
})

const changes: Readonly<Record<string, (database: Database) => Promise<unknown>>> = {
  'an index': (database) => sql`create index another on tentative (instant)`.execute(database),
  'a column': (database) => sql`alter table tentative add column another text`.execute(database),
  statistics: (database) => sql`analyze utilisateur`.execute(database),
}

test.each(Object.entries(changes))('does not reuse a database that has got %s', async (_change, change) => {
  const first = await startTestServer()
  await unUtilisateur(first)
  await change(first.parts.database)
  await first.stop()
  const second = await startTestServer()
  expect(second.databaseUrl).not.toBe(first.databaseUrl)
  await second.stop()
})
