import { afterAll, beforeAll, expect, test } from 'vitest'
import { firstBrokenAudit, writeAudit, writeAudits } from '#server/audit/audit.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  const { database, clock } = server.parts
  await Promise.all(
    Array.from({ length: 20 }, (_, acteurId) =>
      database
        .transaction()
        .execute((transaction) =>
          writeAudit(transaction, clock, { acteurId, action: 'media/depose', objet: 'test:1' }),
        ),
    ),
  )
})
afterAll(() => server.stop())

test('chains each row to the previous hash, also with concurrent writers', async () => {
  expect(await firstBrokenAudit(server.parts.database)).toBeNull()
  const rows = await server.parts.database.selectFrom('audit').selectAll().orderBy('id').execute()
  expect(rows).toHaveLength(20)
  expect(rows[0]?.precedent).toBe('')
  expect(rows[7]?.precedent).toBe(rows[6]?.hash)
})

test('writes no row when the action fails', async () => {
  const { database, clock } = server.parts
  const failing = database.transaction().execute(async (transaction) => {
    await writeAudit(transaction, clock, { acteurId: 1, action: 'media/perdu', objet: 'test:2' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await firstBrokenAudit(database)).toBeNull()
})

test('detects one flipped bit in any column of any row', async () => {
  const { database } = server.parts
  const texts = ['instant', 'action', 'objet', 'detail', 'precedent', 'hash'] as const
  for (const id of [1, 7, 20]) {
    const row = await database.selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    for (const column of texts.filter((name) => row[name] !== '')) {
      const [first = ''] = row[column]
      const flipped = String.fromCodePoint((first.codePointAt(0) ?? 0) ^ 1) + row[column].slice(1)
      await database
        .updateTable('audit')
        .set({ [column]: flipped })
        .where('id', '=', id)
        .execute()
      expect([id, column, await firstBrokenAudit(database)]).toEqual([id, column, id])
      await database.updateTable('audit').set(row).where('id', '=', id).execute()
    }
  }
  expect(await firstBrokenAudit(database)).toBeNull()
})

test('detects a changed, a removed and a truncated row, at and between the ends of a page', async () => {
  const { database } = server.parts
  const brokenInPages = () => Promise.all([1, 4, 5, 1000].map((size) => firstBrokenAudit(database, size)))
  const { acteurId } = await database
    .selectFrom('audit')
    .select('acteurId')
    .where('id', '=', 5)
    .executeTakeFirstOrThrow()
  await database.updateTable('audit').set({ acteurId: 99 }).where('id', '=', 5).execute()
  expect(await brokenInPages()).toEqual([5, 5, 5, 5])
  await database.updateTable('audit').set({ acteurId }).where('id', '=', 5).execute()
  expect(await brokenInPages()).toEqual([null, null, null, null])
  const last = await database.selectFrom('audit').selectAll().where('id', '=', 20).executeTakeFirstOrThrow()
  await database.deleteFrom('audit').where('id', '=', 20).execute()
  expect(await brokenInPages()).toEqual([19, 19, 19, 19])
  await database.insertInto('audit').values(last).execute()
  const tenth = await database.selectFrom('audit').selectAll().where('id', '=', 10).executeTakeFirstOrThrow()
  await database.deleteFrom('audit').where('id', '=', 10).execute()
  expect(await brokenInPages()).toEqual([11, 11, 11, 11])
  await database.insertInto('audit').values(tenth).execute()
})

test('finds the chain whole while rows are written, and a row behind the head', async () => {
  const { parts } = server
  const { database, clock } = parts
  const before = await database.selectFrom('audit').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  const write = () =>
    database
      .transaction()
      .execute((transaction) =>
        writeAudit(transaction, clock, { acteurId: null, action: 'media/valider', objet: 'c:1' }),
      )
  const writing = Promise.all(Array.from({ length: 20 }, write))
  const found = await Promise.all([1, 3, 1000].map((size) => firstBrokenAudit(database, size)))
  await writing
  expect([...found, await firstBrokenAudit(database)]).toEqual([null, null, null, null])
  const { hash } = await database.selectFrom('auditTete').select('hash').executeTakeFirstOrThrow()
  await database.updateTable('auditTete').set({ hash: before.hash }).execute()
  const last = await database.selectFrom('audit').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
  expect(await firstBrokenAudit(database)).toBe(last.id)
  await database.updateTable('auditTete').set({ hash }).execute()
})

test('chains the rows of one call in their order, also those of two statements', async () => {
  const { database, clock } = server.parts
  const entries = Array.from({ length: 1001 }, (_, n) => ({
    acteurId: 1,
    action: 'media/twin' as const,
    objet: `test:${n}`,
  }))
  await database.transaction().execute((transaction) => writeAudits(transaction, clock, entries))
  const own = database.selectFrom('audit').select(['objet']).where('action', '=', 'media/twin')
  expect(await own.orderBy('id').execute()).toEqual(entries.map(({ objet }) => ({ objet })))
  expect(await firstBrokenAudit(database)).toBeNull()
})
