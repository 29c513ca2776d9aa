import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../database/database.ts'
import type { LienEvenementTable } from '../database/tables/evenements.ts'

export type LienRow = Selectable<LienEvenementTable>

export function insertLien(database: Database, lien: Insertable<LienEvenementTable>): Promise<LienRow> {
  return database.insertInto('lienEvenement').values(lien).returningAll().executeTakeFirstOrThrow()
}

export function findLien(database: Database, id: number): Promise<LienRow | undefined> {
  return database.selectFrom('lienEvenement').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A link that still opens; a revoked one is as unknown as one that never was. */
export function findLienVivant(database: Database, code: string): Promise<LienRow | undefined> {
  return database
    .selectFrom('lienEvenement')
    .selectAll()
    .where('code', '=', code)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
}

/** All of an event, newest first. */
export function findLiens(database: Database, evenementId: number): Promise<LienRow[]> {
  return database
    .selectFrom('lienEvenement')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .orderBy('id', 'desc')
    .execute()
}

/** Revokes once: the first instant stays. */
export async function revokeLien(database: Database, id: number, revoqueLe: string): Promise<void> {
  await database
    .updateTable('lienEvenement')
    .set({ revoqueLe })
    .where('id', '=', id)
    .where('revoqueLe', 'is', null)
    .execute()
}
