import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '#server/database/database.ts'

async function path() {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-database-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'eclats.sqlite')
}

test('a commit survives a power cut and a broken reference is refused', async () => {
  const database = await openDatabase(await path())
  const pragma = async (name: string) => (await sql.raw(`pragma ${name}`).execute(database)).rows[0]
  expect(await pragma('journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(await pragma('synchronous')).toEqual({ synchronous: 2 })
  const row = { evenementId: 1, utilisateurId: 1, dateInscription: 'x', decideLe: null } as const
  const orphan = database
    .insertInto('inscription')
    .values({ ...row, statutInscription: 'VALIDE', typeParticipation: 'SUR_PLACE' })
    .execute()
  await expect(orphan).rejects.toThrow(/FOREIGN KEY/)
  await database.destroy()
})

test('a second start finds the tables made and keeps what is in them', async () => {
  const file = await path()
  const first = await openDatabase(file)
  await first.insertInto('tentative').values({ cle: 'a', instant: 'b' }).execute()
  await first.destroy()
  const second = await openDatabase(file)
  expect(await second.selectFrom('tentative').select('cle').execute()).toEqual([{ cle: 'a' }])
  await second.destroy()
})

test('a migration that fails leaves nothing behind', async () => {
  const file = await path()
  const database = await openDatabase(file)
  await sql`delete from kysely_migration`.execute(database)
  await sql`drop table "tentative"`.execute(database)
  await database.destroy()
  await expect(openDatabase(file)).rejects.toThrow(/could not be brought up to date/)
})

test('a transaction that SQLite ended by itself tells why, and the next one stands', async () => {
  const database = await openDatabase(await path())
  await sql`create trigger full before insert on tentative when new.cle = 'x'
    begin select raise(rollback, 'the disk is full'); end`.execute(database)
  const insert = (cle: string) =>
    database.transaction().execute((inside) => inside.insertInto('tentative').values({ cle, instant: 'b' }).execute())
  await expect(insert('x')).rejects.toThrow('the disk is full')
  await insert('y')
  expect(await database.selectFrom('tentative').select('cle').execute()).toEqual([{ cle: 'y' }])
  await database.destroy()
})

test('a transaction that reads first and writes later is not refused because another process wrote', async () => {
  const file = await path()
  const [one, other] = [await openDatabase(file), await openDatabase(file)]
  const write = (database: Database, cle: string) =>
    database.insertInto('tentative').values({ cle, instant: 'b' }).execute()
  await one.transaction().execute(async (inside) => {
    await inside.selectFrom('tentative').selectAll().execute()
    await sql`pragma busy_timeout = 0`.execute(other)
    await expect(write(other, 'late')).rejects.toThrow('locked')
    await write(inside, 'first')
  })
  await write(other, 'late')
  expect(await one.selectFrom('tentative').select('cle').orderBy('id').execute()).toEqual([
    { cle: 'first' },
    { cle: 'late' },
  ])
  await one.destroy()
  await other.destroy()
})

test('an id is never given twice', async () => {
  const database = await openDatabase(await path())
  const insert = () =>
    database.insertInto('tentative').values({ cle: 'a', instant: 'b' }).returning('id').executeTakeFirstOrThrow()
  const { id } = await insert()
  await database.deleteFrom('tentative').execute()
  expect((await insert()).id).toBeGreaterThan(id)
  await database.destroy()
})
