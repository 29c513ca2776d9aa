import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { RecompenseTable } from '../database/tables/evenements.ts'

export type RecompenseRow = Selectable<RecompenseTable>

export function insertRecompense(database: Database, recompense: Insertable<RecompenseTable>): Promise<RecompenseRow> {
  return database.insertInto('recompense').values(recompense).returningAll().executeTakeFirstOrThrow()
}

/** A person's rewards, newest first. */
export function findRecompenses(database: Database, utilisateurId: number): Promise<RecompenseRow[]> {
  return database
    .selectFrom('recompense')
    .selectAll()
    .where('utilisateurId', '=', utilisateurId)
    .orderBy('id', 'desc')
    .execute()
}
