import { nowIso, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { eraseLater, type MediaAvecAuteur, outOfBin, selectMedias } from './media.repository.ts'

/** The media in the bin of an event, last removed first. */
export function findCorbeille(database: Database, evenementId: number): Promise<MediaAvecAuteur[]> {
  return selectMedias(database)
    .where('media.evenementId', '=', evenementId)
    .where('media.corbeilleLe', 'is not', null)
    .orderBy('media.corbeilleLe', 'desc')
    .orderBy('media.id', 'desc')
    .execute()
}

/** Media in the bin of an event with an id above `after`, in the order of ids. */
export function findIdsInCorbeille(
  database: Database,
  { evenementId, after, limit }: { evenementId: number; after: number; limit: number },
) {
  return database
    .selectFrom('media')
    .select('id')
    .where('evenementId', '=', evenementId)
    .where('corbeilleLe', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Number of media in the bin, by event; an event with an empty bin is not in the map. */
export async function countCorbeilles(
  database: Database,
  evenementIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (evenementIds.length === 0) return new Map()
  const rows = await database
    .selectFrom('media')
    .select((select) => ['evenementId', select.fn.countAll<number | string>().as('n')])
    .where('evenementId', 'in', evenementIds)
    .where('corbeilleLe', 'is not', null)
    .groupBy('evenementId')
    .execute()
  return new Map(rows.map(({ evenementId, n }) => [evenementId, Number(n)]))
}

/** Restores a media to its former statut; false when it is no longer in the bin. */
export async function takeOutOfCorbeille(
  database: Database,
  { id, statutAvant, raisonAvant }: MediaAvecAuteur,
  decided: Pick<MediaRow, 'decideParId' | 'dateValidation'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('media')
    .set((update) => ({
      ...decided,
      ...outOfBin,
      statut: statutAvant ?? 'EN_ATTENTE',
      raison: raisonAvant,
      version: update('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('corbeilleLe', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Changes the statut that a media in the bin gets when it is restored; it then has no reason. */
export async function changeStatutAvant(
  database: Database,
  { id, statutAvant }: Pick<MediaRow, 'id' | 'statutAvant'>,
): Promise<void> {
  await database.updateTable('media').set({ statutAvant, raisonAvant: null }).where('id', '=', id).execute()
}

/** Media that were put into the bin at `before` or earlier, at most 500. @param before ISO 8601 */
export function findExpired(database: Database, before: string) {
  return database
    .selectFrom('media')
    .select('id')
    .where('corbeilleLe', '<=', before)
    .orderBy('corbeilleLe')
    .limit(500)
    .execute()
}

/**
 * Makes the removal of a media final: it leaves the bin, and the sweeper deletes its file. Call it in a transaction.
 * @param until ISO 8601; a media that was put into the bin later stays
 * @returns the media, or undefined when it stays, or was not in the bin
 */
export async function emptyOfCorbeille(
  database: Database,
  clock: Clock,
  id: number,
  until?: string,
): Promise<Pick<MediaRow, 'evenementId' | 'auteurId' | 'statut' | 'fichier'> | undefined> {
  const media = await database
    .updateTable('media')
    .set(outOfBin)
    .where('id', '=', id)
    .where('corbeilleLe', 'is not', null)
    .$if(until !== undefined, (query) => query.where('corbeilleLe', '<=', until ?? ''))
    .returning(['evenementId', 'auteurId', 'statut', 'fichier'])
    .executeTakeFirst()
  if (media) await eraseLater(database, [media.fichier], nowIso(clock))
  return media
}
