import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'

/** An event, deleted or not. */
export function findAnyEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return database.selectFrom('evenement').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Makes other transactions on an event wait, deleted or not, and reads it as it is now. */
export function lockAnyEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return database
    .updateTable('evenement')
    .set((set) => ({ capaciteMax: set.ref('capaciteMax') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** What an organiser deleted and can restore, the last one first. */
export function findSupprimes(database: Database, createurId: number): Promise<EvenementRow[]> {
  return database
    .selectFrom('evenement')
    .selectAll()
    .where('createurId', '=', createurId)
    .where('supprimeLe', 'is not', null)
    .orderBy('supprimeLe', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Events that were deleted then or before. @param before ISO 8601 */
export function findExpiredEvenements(database: Database, before: string): Promise<{ id: number }[]> {
  return database.selectFrom('evenement').select('id').where('supprimeLe', '<=', before).limit(100).execute()
}
