import { nowIso, type Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { MediaRow } from '../database/tables/medias.ts'
import { eraseLater, type MediaAvecAuteur, selectMedias } from './media.repository.ts'

const inBin = { corbeilleLe: null, statutAvant: null, raisonAvant: null }

/** What lies in the bin of an event, the last removed first. */
export function findCorbeille(database: Database, evenementId: number): Promise<MediaAvecAuteur[]> {
  return selectMedias(database)
    .where('media.evenementId', '=', evenementId)
    .where('media.corbeilleLe', 'is not', null)
    .orderBy('media.corbeilleLe', 'desc')
    .orderBy('media.id', 'desc')
    .execute()
}

/** How many media lie in the bins of these events. */
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

/** Puts a media back as it was; false when it has left the bin meanwhile. */
export async function takeOutOfCorbeille(
  database: Database,
  { id, statutAvant, raisonAvant }: MediaAvecAuteur,
  decided: Pick<MediaRow, 'decideParId' | 'dateValidation'>,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('media')
    .set((update) => ({
      ...decided,
      ...inBin,
      statut: statutAvant ?? 'EN_ATTENTE',
      raison: raisonAvant,
      version: update('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('corbeilleLe', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Media that have been in the bin since then or longer. @param before ISO 8601 */
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
 * Makes the removal of a media final: it leaves the bin, and its file goes to the sweeper. Call it in a transaction.
 * @returns the media, or undefined when it was not in the bin
 */
export async function emptyOfCorbeille(
  database: Database,
  clock: Clock,
  id: number,
): Promise<Pick<MediaRow, 'evenementId' | 'auteurId' | 'statut' | 'fichier'> | undefined> {
  const media = await database
    .updateTable('media')
    .set(inBin)
    .where('id', '=', id)
    .where('corbeilleLe', 'is not', null)
    .returning(['evenementId', 'auteurId', 'statut', 'fichier'])
    .executeTakeFirst()
  if (media) await eraseLater(database, [media.fichier], nowIso(clock))
  return media
}
