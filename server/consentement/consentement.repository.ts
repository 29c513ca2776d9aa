import type { Insertable } from 'kysely'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { Database } from '../database/database.ts'
import type { ConsentementRow, ConsentementTable } from '../database/tables/people.ts'

export function findConsentement(database: Database, id: number): Promise<ConsentementRow | undefined> {
  return database.selectFrom('consentement').selectAll().where('id', '=', id).executeTakeFirst()
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

/** ACTIF consents whose end has come become EXPIRE. */
export async function expireConsentementsUntil(database: Database, now: string): Promise<void> {
  await database
    .updateTable('consentement')
    .set({ statut: 'EXPIRE' })
    .where('statut', '=', 'ACTIF')
    .where('dateExpiration', '<=', now)
    .execute()
}
