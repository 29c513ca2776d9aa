import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql, SqliteDialect } from 'kysely'
import type { Migration } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { initial } from '#server/database/migrations/0001_initial.ts'
import { accounts } from '#server/database/migrations/0002_accounts.ts'
import { abonnement } from '#server/database/migrations/0003_abonnement.ts'
import { personalData } from '#server/database/migrations/0004_personal_data.ts'
import { push } from '#server/database/migrations/0005_push.ts'
import { album } from '#server/database/migrations/0006_album.ts'
import { appareil } from '#server/database/migrations/0009_appareil.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { freshPlace } from '#tests/support/testDatabase.ts'

async function databaseBefore(): Promise<Kysely<Record<string, Record<string, unknown>>>> {
  const place = await freshPlace()
  const database: Kysely<Record<string, Record<string, unknown>>> =
    place.databaseUrl === null
      ? new Kysely({ dialect: new SqliteDialect({ database: new SqliteDatabase(':memory:') }) })
      : (await openPostgres(place.databaseUrl)).withTables()
  onTestFinished(async () => {
    await database.destroy()
    await place.drop()
  })
  if (place.databaseUrl !== null) await sql`drop schema public cascade; create schema public`.execute(database)
  const before: Migration[] = [initial, accounts, abonnement, personalData, push, album]
  for (const migration of before) await migration.up(database)
  return database
}

test('lists only devices that are signed in at the migration', async () => {
  const database = await databaseBefore()
  const [early, late, end] = ['2026-06-01T00:00:00.000Z', '2026-06-10T00:00:00.000Z', '2026-07-10T00:00:00.000Z']
  const person = {
    motDePasse: '',
    nom: '',
    prenom: '',
    role: 'PARTICIPANT',
    dateCreation: early,
    derniereActivite: early,
  }
  await database
    .insertInto('utilisateur')
    .values({ id: 1, email: 'lea@eclats.test', ...person })
    .execute()
  const session = { utilisateurId: 1, connecteLe: early, creeLe: early, expire: end }
  await database
    .insertInto('session')
    .values([
      { ...session, jti: 'alone', famille: null, finLe: null },
      { ...session, jti: 'ended', famille: null, finLe: late },
      { ...session, jti: 'renewed', famille: 'remembered', finLe: null },
    ])
    .execute()
  await database
    .insertInto('refreshToken')
    .values([
      { ...session, hash: 'used', famille: 'remembered', utiliseLe: late, revoqueLe: null },
      { ...session, hash: 'waiting', famille: 'remembered', creeLe: late, utiliseLe: null, revoqueLe: null },
      { ...session, hash: 'revoked', famille: 'gone', utiliseLe: null, revoqueLe: late },
    ])
    .execute()
  await appareil.up(database)
  const device = { utilisateurId: 1, nom: '', connecteLe: early, expire: end }
  expect(await database.selectFrom('appareil').selectAll().orderBy('id').execute()).toEqual([
    { ...device, id: 'alone', utiliseLe: early },
    { ...device, id: 'remembered', utiliseLe: late },
  ])
})
