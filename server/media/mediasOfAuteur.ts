import { raisonRetrait } from '#domain/demandeRetrait/demandeRetrait.ts'
import type { SortMedias } from '#domain/inscription/inscription.ts'
import type { StatutMedia } from '#domain/media/media.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { lockMedia } from './media.repository.ts'
import { moderateWithin, putBack } from './media.usecases.ts'
import { changeInBatches } from './mediaBatches.ts'

export interface MediasOfAuteur {
  readonly acteur: ActeurConnecte
  readonly auteurId: number
  readonly evenementId: number
  readonly medias: Exclude<SortMedias, 'GARDER'>
}

/**
 * Rejects all media of one person in an event, or puts the validated ones back to waiting, in batches. A retry after a
 * crash continues with those that are left.
 */
export function moderateMediasOf(deps: DatabaseDeps, sorting: MediasOfAuteur): Promise<void> {
  return changeInBatches(deps, {
    acteur: sorting.acteur,
    find: (after, limit) => findSorted(deps.database, sorting).where('id', '>', after).limit(limit).execute(),
    change: (database, id) => moderateOne({ ...deps, database }, sorting, id),
  })
}

/**
 * As {@link moderateMediasOf}, inside the caller's transaction: for the few media that were added since the batches. A
 * media that a removal request hides gets the same statut once the request is refused.
 * @param deps with the database of a transaction
 */
export async function moderateRestOf(deps: DatabaseDeps, sorting: MediasOfAuteur): Promise<void> {
  for (const { id } of await findSorted(deps.database, sorting).execute()) await moderateOne(deps, sorting, id)
  const { auteurId, evenementId, medias: sort } = sorting
  await deps.database
    .updateTable('media')
    .set({ statutAvantMasque: sort === 'REJETER' ? 'REJETE' : 'EN_ATTENTE' })
    .where('evenementId', '=', evenementId)
    .where('auteurId', '=', auteurId)
    .where('statut', '=', 'REJETE')
    .where('raison', '=', raisonRetrait)
    .execute()
}

function findSorted(database: Database, { auteurId, evenementId, medias: sort }: MediasOfAuteur) {
  return database
    .selectFrom('media')
    .select('id')
    .where('evenementId', '=', evenementId)
    .where('auteurId', '=', auteurId)
    .where('statut', 'in', statutsOf(sort))
    .orderBy('id')
}

function statutsOf(sort: MediasOfAuteur['medias']): StatutMedia[] {
  return sort === 'REJETER' ? ['VALIDE', 'EN_ATTENTE'] : ['VALIDE']
}

async function moderateOne(deps: DatabaseDeps, { acteur, medias: sort }: MediasOfAuteur, id: number): Promise<void> {
  const media = await lockMedia(deps.database, id)
  // Decided or removed since it was found.
  if (!media || !statutsOf(sort).includes(media.statut)) return
  await (sort === 'REJETER'
    ? moderateWithin(deps, { acteur, media, statut: 'REJETE' })
    : putBack(deps, { acteur, media }))
}
