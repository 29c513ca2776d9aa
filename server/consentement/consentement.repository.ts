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

/** Ends what was ACTIF: revoked when `statut` says so. The row itself is never deleted, it is the proof. */
export async function endConsentements(
  database: Database,
  which: { utilisateurId: number; id?: number },
  { statut, now }: { statut: 'REVOQUE' | 'EXPIRE'; now: string },
): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable('consentement')
    .set({ statut, revoqueLe: statut === 'REVOQUE' ? now : null })
    .where('utilisateurId', '=', which.utilisateurId)
    .where('statut', '=', 'ACTIF')
    .$if(which.id !== undefined, (query) => query.where('id', '=', which.id ?? 0))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
