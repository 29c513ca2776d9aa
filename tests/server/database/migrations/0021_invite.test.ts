import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, test } from 'vitest'
import { migrations } from '#server/database/migrations/migrations.ts'
import { openDatabase, sqlitePath } from '#server/database/openDatabase.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

const [id, createurId] = [7, 40]

/** PostgreSQL changes the column in place. */
test.skipIf(isOnPostgres())('keeps all rows that reference an account when the table is rebuilt', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-migration-'))
  const path = sqlitePath(dataDir)
  await fillBefore(path)

  const database = await openDatabase({ dataDir })
  expect(await database.selectFrom('evenement').select(['id', 'galeriePour']).execute()).toEqual([
    { id, galeriePour: 'PENDANT' },
  ])
  const people = await database.selectFrom('utilisateur').select(['id', 'invite']).execute()
  expect(people).toEqual([{ id: createurId, invite: 0 }])
  expect(await database.selectFrom('session').select('utilisateurId').execute()).toEqual([
    { utilisateurId: createurId },
  ])
  // The id of a deleted account is not given again.
  const sqlite = new SqliteDatabase(path)
  expect(sqlite.pragma('foreign_key_check')).toEqual([])
  const indexes = sqlite.prepare(`select name from sqlite_master where type = 'index' and tbl_name = 'utilisateur'`)
  expect(indexes.pluck().all()).toContain('utilisateur_activite')
  expect(sqlite.prepare(`select seq from sqlite_sequence where name = 'utilisateur'`).pluck().get()).toBe(41)
  sqlite.close()
  await database.destroy()
  await rm(dataDir, { recursive: true, force: true })
})

/** Makes a database of the version before, with an organiser who is signed in and has an event. */
async function fillBefore(path: string): Promise<void> {
  const sqlite = new SqliteDatabase(path)
  sqlite.pragma('foreign_keys = OFF')
  const database = new Kysely<Record<string, Record<string, unknown>>>({
    dialect: new SqliteDialect({ database: sqlite }),
  })
  const migrator = new Migrator({ db: database, provider: { getMigrations: () => Promise.resolve(migrations) } })
  const { error } = await migrator.migrateTo('0020_decouvrir')
  expect(error).toBeUndefined()
  const instant = '2026-06-01T00:00:00.000Z'
  const person = { email: 'claire@eclats.test', motDePasse: '', nom: 'Martin', prenom: 'Claire', role: 'ORGANISATEUR' }
  await database
    .insertInto('utilisateur')
    .values({ id: createurId, ...person, dateCreation: instant, derniereActivite: instant })
    .execute()
  const texts = { titre: 'Mariage', description: '', lieu: 'Lyon', statut: 'PLANIFIE', visibilite: 'PRIVE' }
  await database
    .insertInto('evenement')
    .values({ id, createurId, ...texts, dateDebut: instant, dateFin: instant, dateCreation: instant })
    .execute()
  await database
    .insertInto('session')
    .values({ jti: 'a', utilisateurId: createurId, connecteLe: instant, creeLe: instant, expire: instant })
    .execute()
  sqlite.exec(`update sqlite_sequence set seq = 41 where name = 'utilisateur'`)
  await database.destroy()
}
