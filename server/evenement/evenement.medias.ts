import type { Database } from '../database/database.ts'

/** Whether a person has brought a media to an event. */
export async function hasMediaInEvenement(
  database: Database,
  { auteurId, evenementId }: { auteurId: number; evenementId: number },
): Promise<boolean> {
  const row = await database
    .selectFrom('media')
    .select('id')
    .where('auteurId', '=', auteurId)
    .where('evenementId', '=', evenementId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Media of several events, counted by statut, in one query. */
export function countMediasByStatut(database: Database, evenementIds: readonly number[]) {
  if (evenementIds.length === 0) return Promise.resolve([])
  return database
    .selectFrom('media')
    .select((select) => ['evenementId', 'statut', select.fn.countAll<number | string>().as('n')])
    .where('evenementId', 'in', evenementIds)
    .groupBy(['evenementId', 'statut'])
    .execute()
}

/**
 * The media whose thumbnail stands for each event: the first favourite, else the first validated picture
 * whose preview is made.
 */
export async function couverturesOf(
  database: Database,
  evenementIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (evenementIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('media')
    .select((select) => ['evenementId', 'favori', select.fn.min<number | string>('id').as('id')])
    .where('evenementId', 'in', evenementIds)
    .where('statut', '=', 'VALIDE')
    .where('variantesEtat', '=', 'FAITES')
    .groupBy(['evenementId', 'favori'])
    .orderBy('favori')
    .execute()
  // Favourites come last and win.
  return new Map(rows.map((row) => [row.evenementId, Number(row.id)]))
}
