import type { Insertable, Selectable } from 'kysely'
import { isCodeCourt } from '#domain/lien/adresseCourte.ts'
import type { Database } from '../database/database.ts'
import type { LienEvenementTable } from '../database/tables/evenements.ts'
import { newCodeCourt } from './codeCourt.ts'

export type LienRow = Selectable<LienEvenementTable>

/** Inserts a link with a short code that no other link has. */
export async function insertLien(
  database: Database,
  lien: Omit<Insertable<LienEvenementTable>, 'codeCourt'>,
): Promise<LienRow> {
  for (;;) {
    const inserted = await database
      .insertInto('lienEvenement')
      .values({ ...lien, codeCourt: newCodeCourt() })
      .onConflict((conflict) => conflict.column('codeCourt').doNothing())
      .returningAll()
      .executeTakeFirst()
    if (inserted) return inserted
  }
}

export function findLien(database: Database, id: number): Promise<LienRow | undefined> {
  return database.selectFrom('lienEvenement').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The link of a code or a short code, unless it is revoked. */
export function findLienVivant(database: Database, code: string): Promise<LienRow | undefined> {
  return codeQuery(database, code).where('revoqueLe', 'is', null).executeTakeFirst()
}

/** Links of an event, newest first, including revoked ones. */
export function findLiens(database: Database, evenementId: number): Promise<LienRow[]> {
  return database
    .selectFrom('lienEvenement')
    .selectAll()
    .where('evenementId', '=', evenementId)
    .orderBy('id', 'desc')
    .execute()
}

/** The link of a code or a short code, revoked or not. */
export function findLienByCode(database: Database, code: string): Promise<LienRow | undefined> {
  return codeQuery(database, code).executeTakeFirst()
}

function codeQuery(database: Database, code: string) {
  return database
    .selectFrom('lienEvenement')
    .selectAll()
    .where(isCodeCourt(code) ? 'codeCourt' : 'code', '=', code)
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
