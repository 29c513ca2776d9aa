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

export function findLienVivant(database: Database, code: string): Promise<LienRow | undefined> {
  return database
    .selectFrom('lienEvenement')
    .selectAll()
    .where('code', '=', code)
    .where('revoqueLe', 'is', null)
    .executeTakeFirst()
}

export function findLiens(database: Database, evenementId: number): Promise<LienRow[]> {
  return database
    .selectFrom('lienEvenement')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .orderBy('id', 'desc')
    .execute()
}

/** A link with this code, revoked or not. */
export function findLienByCode(database: Database, code: string): Promise<LienRow | undefined> {
  return database.selectFrom('lienEvenement').selectAll().where('code', '=', code).executeTakeFirst()
}

/** How many registrations came by each link. */
export async function countArrivees(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number | null, number>> {
  if (ids.length === 0) return new Map()
  const rows = await database
    .selectFrom('inscription')
    .select((select) => ['lienId', select.fn.countAll<number | string>().as('n')])
    .where('lienId', 'in', ids)
    .groupBy('lienId')
    .execute()
  return new Map(rows.map(({ lienId, n }) => [lienId, Number(n)]))
}

/** Revokes a link. Idempotent: keeps the first date. */
export async function revokeLien(database: Database, id: number, revoqueLe: string): Promise<void> {
  await database
    .updateTable('lienEvenement')
    .set({ revoqueLe })
    .where('id', '=', id)
    .where('revoqueLe', 'is', null)
    .execute()
}
