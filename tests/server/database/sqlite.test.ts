import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { initial } from '#server/database/migrations/0001_initial.ts'
import { openSqlite } from '#server/database/sqlite.ts'
import { faultReport, setFaultPlan, wrapCalls } from '#tests/support/faultPoints.ts'

async function path() {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-database-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return join(folder, 'eclats.sqlite')
}

test('keeps a commit after a power cut and refuses a broken reference', async () => {
  const database = await openSqlite(await path())
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

test('isolates the next transaction when a rollback fails the first time', async () => {
  await wrapCalls()
  const file = await path()
  const database = await openSqlite(file)
  setFaultPlan({ at: 1, fault: 'SQLITE_IOERR', only: ['database/rollback'] })
  const undone = database.transaction().execute(async (transaction) => {
    await transaction.insertInto('tentative').values({ cle: 'undone', instant: 'a' }).execute()
    throw new Error('refused')
  })
  await expect(undone).rejects.toThrow('SQLITE_IOERR')
  expect(faultReport().hit).toBe('database/rollback')
  setFaultPlan(null)
  await database.insertInto('tentative').values({ cle: 'kept', instant: 'b' }).execute()
  await database.destroy()
  const again = await openSqlite(file)
  expect(await again.selectFrom('tentative').select('cle').execute()).toEqual([{ cle: 'kept' }])
  await again.destroy()
})

test('keeps tables and rows on a second start', async () => {
  const file = await path()
  const first = await openSqlite(file)
  await first.insertInto('tentative').values({ cle: 'a', instant: 'b' }).execute()
  await first.destroy()
  const second = await openSqlite(file)
  expect(await second.selectFrom('tentative').select('cle').execute()).toEqual([{ cle: 'a' }])
  await second.destroy()
})

test('migrates the data of the first version, and repeats no notification', async () => {
  const file = await path()
  const first = new Kysely<unknown>({ dialect: new SqliteDialect({ database: new SqliteDatabase(file) }) })
  await initial.up(first)
  await sql`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
    first,
  )
  await sql`insert into kysely_migration values ('0001_initial', 'x')`.execute(first)
  await sql`insert into courriel (destinataire, sujet, texte, creeLe) values ('a@b.c', 's', 't', 'now')`.execute(first)
  const person = ['a@b.c', 'x', 'Martin', 'Lea', 'PARTICIPANT', 'then', 'then']
  await sql`insert into utilisateur (email, motDePasse, nom, prenom, role, dateCreation, derniereActivite)
    values (${sql.join(person)})`.execute(first)
  await sql`insert into notification (utilisateurId, type, titre, message, dateCreation)
    values (1, 'EVENEMENT', 't', 'm', 'then')`.execute(first)
  await sql`insert into evenement (titre, description, dateDebut, dateFin, lieu, createurId, dateCreation, statut, visibilite)
    values ('t', 'd', 'then', 'then', 'l', 1, 'then', 'PLANIFIE', 'PRIVE')`.execute(first)
  for (const email of ['a@b.c', 'autre@b.c'])
    await sql`insert into invitation (evenementId, email, utilisateurId, tokenHash, dateEnvoi, statut)
      values (1, ${email}, 1, ${email}, 'then', 'EN_ATTENTE')`.execute(first)
  await first.destroy()
  const database = await openSqlite(file)
  expect(await database.selectFrom('courriel').selectAll().execute()).toMatchObject([
    { html: '', prochainEssai: '', abandonneLe: null, desinscription: null },
  ])
  // The account's address is unconfirmed, so an invitation to this address is not visible to it.
  expect(await database.selectFrom('invitation').select(['email', 'utilisateurId']).orderBy('id').execute()).toEqual([
    { email: 'a@b.c', utilisateurId: null },
    { email: 'autre@b.c', utilisateurId: 1 },
  ])
  expect(await database.selectFrom('notification').select('courrielLe').execute()).toEqual([{ courrielLe: 'then' }])
  expect(await database.selectFrom('utilisateur').select(['avisCourriel', 'effaceLe']).execute()).toEqual([
    { avisCourriel: 1, effaceLe: null },
  ])
  await database.destroy()
})

test('rolls back a failing migration completely', async () => {
  const file = await path()
  const database = await openSqlite(file)
  await sql`delete from kysely_migration`.execute(database)
  await sql`drop table "tentative"`.execute(database)
  await database.destroy()
  await expect(openSqlite(file)).rejects.toThrow(/could not be brought up to date/)
})

test('reports why SQLite ended a transaction, and runs the next one', async () => {
  const database = await openSqlite(await path())
  await sql`create trigger full before insert on tentative when new.cle = 'x'
    begin select raise(rollback, 'the disk is full'); end`.execute(database)
  const insert = (cle: string) =>
    database.transaction().execute((inside) => inside.insertInto('tentative').values({ cle, instant: 'b' }).execute())
  await expect(insert('x')).rejects.toThrow('the disk is full')
  await insert('y')
  expect(await database.selectFrom('tentative').select('cle').execute()).toEqual([{ cle: 'y' }])
  await database.destroy()
})

test('does not fail when a transaction reads first and another process writes before it', async () => {
  const file = await path()
  const [one, other] = [await openSqlite(file), await openSqlite(file)]
  const write = (database: Database, cle: string) =>
    database.insertInto('tentative').values({ cle, instant: 'b' }).execute()
  let late: Promise<unknown> = Promise.resolve()
  await one.transaction().execute(async (inside) => {
    await inside.selectFrom('tentative').selectAll().execute()
    late = write(other, 'late')
    await write(inside, 'first')
  })
  await late
  expect(await one.selectFrom('tentative').select('cle').orderBy('id').execute()).toEqual([
    { cle: 'first' },
    { cle: 'late' },
  ])
  await one.destroy()
  await other.destroy()
})

/** Takes the write lock of a database like another process. */
function lockElsewhere(file: string): { release(): void } {
  const other = new SqliteDatabase(file)
  other.exec('begin immediate')
  return {
    release() {
      other.exec('rollback')
      other.close()
    },
  }
}

const insertTentative = (database: Database, cle: string) =>
  database.insertInto('tentative').values({ cle, instant: 'b' }).execute()

test('keeps reading and running the event loop while another process holds the write lock, then writes', async () => {
  const file = await path()
  const database = await openSqlite(file)
  await insertTentative(database, 'before')
  const lock = lockElsewhere(file)
  const settled: string[] = []
  const single = insertTentative(database, 'single').then(() => settled.push('single'))
  const inTransaction = database
    .transaction()
    .execute((inside) => insertTentative(inside, 'transaction'))
    .then(() => settled.push('transaction'))
  // A synchronous wait in SQLite would block these until its busy timeout and fail the writers.
  for (let n = 0; n < 20; n += 1) {
    expect(await database.selectFrom('tentative').select('cle').execute()).toEqual([{ cle: 'before' }])
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(settled).toEqual([])
  lock.release()
  await Promise.all([single, inTransaction])
  expect(settled.toSorted()).toEqual(['single', 'transaction'])
  await database.destroy()
})

test('refuses a damaged database and a file of another format with an error', async () => {
  const file = await path()
  const database = await openSqlite(file)
  await sql`pragma wal_checkpoint(truncate)`.execute(database)
  await database.destroy()
  const bytes = await readFile(file)
  await writeFile(file, bytes.fill(0x5a, 100))
  await expect(openSqlite(file)).rejects.toThrow(/est endommagée.*npm run restore/s)
  await writeFile(file, 'not a database, but a text that is long enough to be read as a header of one')
  await expect(openSqlite(file)).rejects.toThrow(/est endommagée/)
})

const notifyOf = (database: Database, payload: string) => sql`select pg_notify('c', ${payload})`.execute(database)

test('delivers the notice of a single statement although the next transaction rolls back', async () => {
  const heard: string[] = []
  const database = await openSqlite(await path(), { onNotify: (payload) => heard.push(payload) })
  const single = notifyOf(database, 'single')
  // Waits for its turn, and ends before the event loop runs again.
  const undone = database.transaction().execute(async (transaction) => {
    await notifyOf(transaction, 'undone')
    throw new Error('refused')
  })
  await single
  await expect(undone).rejects.toThrow('refused')
  await expect.poll(() => heard).toEqual(['single'])
  await database.destroy()
})

test('delivers no notice of an open transaction with that of a single statement before it', async () => {
  const heard: string[] = []
  const database = await openSqlite(await path(), { onNotify: (payload) => heard.push(payload) })
  const single = notifyOf(database, 'single')
  const undone = database.transaction().execute(async (transaction) => {
    await notifyOf(transaction, 'undone')
    await expect.poll(() => heard).toContain('single')
    throw new Error('refused')
  })
  await single
  await expect(undone).rejects.toThrow('refused')
  expect(heard).toEqual(['single'])
  await database.destroy()
})

test('never reuses an id', async () => {
  const database = await openSqlite(await path())
  const insert = () =>
    database.insertInto('tentative').values({ cle: 'a', instant: 'b' }).returning('id').executeTakeFirstOrThrow()
  const { id } = await insert()
  await database.deleteFrom('tentative').execute()
  expect((await insert()).id).toBeGreaterThan(id)
  await database.destroy()
})
