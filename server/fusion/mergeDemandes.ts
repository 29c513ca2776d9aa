import { type DemandeRow, markMineur } from '../demandeRetrait/demandeRetrait.repository.ts'
import type { Database } from '../database/database.ts'
import type { Merge } from './merge.ts'

/**
 * Leaves one open removal request of the two people about a media: the older one, about a minor if one of them is.
 * @param database a transaction
 */
export async function mergeDemandes(database: Database, { guest, account }: Merge): Promise<void> {
  const open = await selectOpen(database).where('demandeurId', 'in', [guest, account]).execute()
  for (const same of Map.groupBy(open, ({ mediaId }) => mediaId).values()) await keepFirst(database, same)
}

/**
 * As {@link mergeDemandes}, for a media that got the requests about another one of the same photo.
 * @param database a transaction
 */
export async function mergeDemandesAbout(database: Database, mediaId: number): Promise<void> {
  const open = await selectOpen(database).where('mediaId', '=', mediaId).where('demandeurId', 'is not', null).execute()
  for (const same of Map.groupBy(open, ({ demandeurId }) => demandeurId).values()) await keepFirst(database, same)
}

function selectOpen(database: Database) {
  return database
    .selectFrom('demandeRetrait')
    .select(['id', 'mediaId', 'demandeurId', 'mineur'])
    .where('statut', '=', 'EN_ATTENTE')
    .orderBy('id')
}

async function keepFirst(
  database: Database,
  [first, ...others]: readonly Pick<DemandeRow, 'id' | 'mineur'>[],
): Promise<void> {
  if (!first || others.length === 0) return
  if (others.some(({ mineur }) => mineur === 1)) await markMineur(database, first.id)
  const ids = others.map(({ id }) => id)
  await database.deleteFrom('demandeRetrait').where('id', 'in', ids).execute()
}
