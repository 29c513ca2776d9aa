import type { Insertable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { CleAccesRow, CleAccesTable } from '../database/tables/people.ts'

export function findClesAcces(database: Database, utilisateurId: number): Promise<CleAccesRow[]> {
  return database.selectFrom('cleAcces').selectAll().where('utilisateurId', '=', utilisateurId).orderBy('id').execute()
}

export function findCleAcces(database: Database, credentialId: string): Promise<CleAccesRow | undefined> {
  return database.selectFrom('cleAcces').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

/** The new passkey, or undefined when it already exists. */
export function insertCleAcces(database: Database, cle: Insertable<CleAccesTable>): Promise<CleAccesRow | undefined> {
  return database
    .insertInto('cleAcces')
    .values(cle)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returningAll()
    .executeTakeFirst()
}

/**
 * Records a use of a passkey; false when its counter has not increased. An authenticator without a counter always
 * sends 0 (WebAuthn Level 3, 7.2, step 22).
 */
export async function noteCleUse(
  database: Database,
  { id, compteur, now }: { id: number; compteur: number; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('cleAcces')
    .set({ compteur, utiliseLe: now })
    .where('id', '=', id)
    .where('compteur', compteur === 0 ? '=' : '<', compteur)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function deleteCleAcces(database: Database, id: number): Promise<void> {
  await database.deleteFrom('cleAcces').where('id', '=', id).execute()
}
