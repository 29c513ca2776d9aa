import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'

/** An event, also a deleted one. */
export function findAnyEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return database.selectFrom('evenement').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks an event, deleted or not, and reads the current row. */
export function lockAnyEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return database
    .updateTable('evenement')
    .set((set) => ({ capaciteMax: set.ref('capaciteMax') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
}

/** The deleted events of an organiser that can be restored, last deleted first. */
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

/** Events that were deleted at `before` or earlier, at most 100. @param before ISO 8601 */
export function findExpiredEvenements(database: Database, before: string): Promise<{ id: number }[]> {
  return database.selectFrom('evenement').select('id').where('supprimeLe', '<=', before).limit(100).execute()
}
