import type { Insertable } from 'kysely'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { Database } from '../database/database.ts'
import type { ConsentementRow, ConsentementTable } from '../database/tables/people.ts'

export function findConsentement(database: Database, id: number): Promise<ConsentementRow | undefined> {
  return database.selectFrom('consentement').selectAll().where('id', '=', id).executeTakeFirst()
}

const listed = 50

/** A person's latest answers, newest first, at most 50. */
export function findConsentements(database: Database, utilisateurId: number): Promise<ConsentementRow[]> {
  return database
    .selectFrom('consentement')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id', 'desc')
    .limit(listed)
    .execute()
}

/**
 * The person's valid consent to the current text; undefined when refused, revoked, expired or given to an older text.
 */
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

/** Revokes one or all ACTIF consents of a person. Rows are never deleted, because they are the proof. */
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

export async function endConsentement(database: Database, id: number): Promise<void> {
  await database.updateTable('consentement').set({ statut: 'EXPIRE' }).where('id', '=', id).execute()
}

/** Sets ACTIF consents that have expired to EXPIRE. */
export async function expireConsentementsUntil(database: Database, now: string): Promise<void> {
  await database
    .updateTable('consentement')
    .set({ statut: 'EXPIRE' })
    .where('statut', '=', 'ACTIF')
    .where('dateExpiration', '<=', now)
    .execute()
}

/** Valid consents that end before an instant, without a reminder so far. */
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

/** Records the reminder; false when it was already recorded. */
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
