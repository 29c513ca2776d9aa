import type { Insertable } from 'kysely'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { Database } from '../database/database.ts'
import type { ConsentementRow, ConsentementTable } from '../database/tables/people.ts'

export function findConsentement(database: Database, id: number): Promise<ConsentementRow | undefined> {
  return database.selectFrom('consentement').selectAll().where('id', '=', id).executeTakeFirst()
}

const listed = 50

/** A person's answers, newest first. */
export function findConsentements(database: Database, utilisateurId: number): Promise<ConsentementRow[]> {
  return database
    .selectFrom('consentement')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id', 'desc')
    .limit(listed)
    .execute()
}

/** The person's living yes to the text now in force; none when refused, revoked, expired or of an older text. */
export function findConsentementActif(
  database: Database,
  { utilisateurId, now }: { utilisateurId: number; now: string },
): Promise<ConsentementRow | undefined> {
  return database
    .selectFrom('consentement')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'ACTIF')
    .where('consentementDonne', '=', 1)
    .where('versionRGPD', '=', versionRGPD)
    .where('dateExpiration', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

export function insertConsentement(
  database: Database,
  consentement: Insertable<ConsentementTable>,
): Promise<ConsentementRow> {
  return database.insertInto('consentement').values(consentement).returningAll().executeTakeFirstOrThrow()
}

/** Revokes what was ACTIF, all of a person's or one. The row itself is never deleted, it is the proof. */
export async function revokeConsentements(
  database: Database,
  which: { utilisateurId: number; id?: number },
  now: string,
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('consentement')
    .set({ statut: 'REVOQUE', revoqueLe: now })
    .where('utilisateurId', '=', which.utilisateurId)
    .where('statut', '=', 'ACTIF')
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id ?? 0))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Ends a consent that a newer one takes the place of. */
export async function endConsentement(database: Database, id: number): Promise<void> {
  await database.updateTable('consentement').set({ statut: 'EXPIRE' }).where('id', '=', id).execute()
}

/** ACTIF consents whose end has come become EXPIRE. */
export async function expireConsentementsUntil(database: Database, now: string): Promise<void> {
  await database
    .updateTable('consentement')
    .set({ statut: 'EXPIRE' })
    .where('statut', '=', 'ACTIF')
    .where('dateExpiration', '<=', now)
    .execute()
}

/** Living consents that end before an instant and whose person was not told. */
export function findConsentementsToRemind(
  database: Database,
  { now, before }: { now: string; before: string },
): Promise<ConsentementRow[]> {
  return database
    .selectFrom('consentement')
    .selectAll()
    .where('statut', '=', 'ACTIF')
    .where('consentementDonne', '=', 1)
    .where('rappelLe', 'is', null)
    .where('dateExpiration', '>', now)
    .where('dateExpiration', '<=', before)
    .orderBy('id')
    .execute()
}

/** Notes that a person was told; false when it was noted before. */
export async function markReminded(database: Database, id: number, now: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('consentement')
    .set({ rappelLe: now })
    .where('id', '=', id)
    .where('rappelLe', 'is', null)
    .where('statut', '=', 'ACTIF')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
