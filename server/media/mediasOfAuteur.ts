import type { SortMedias } from '#domain/inscription/inscription.ts'
import { writeAudit } from '../audit/audit.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { publishMediaChange } from '../live/changes.ts'
import { notifyAuteur } from './auteurNews.ts'
import { type MediaAvecAuteur, selectMedias } from './media.repository.ts'
import { moderateWithin } from './media.usecases.ts'

export interface MediasOfAuteur {
  readonly acteur: ActeurConnecte
  readonly auteurId: number
  readonly evenementId: number
  readonly medias: Exclude<SortMedias, 'GARDER'>
}

/**
 * Rejects all media of one person in an event, or puts the validated ones back to waiting.
 * @param deps with the database of a transaction
 */
export async function moderateMediasOf(
  deps: DatabaseDeps,
  { acteur, auteurId, evenementId, medias: sort }: MediasOfAuteur,
): Promise<void> {
  const shown = await selectMedias(deps.database)
    .where('media.evenementId', '=', evenementId)
    .where('auteurId', '=', auteurId)
    .where('statut', 'in', sort === 'REJETER' ? ['VALIDE', 'EN_ATTENTE'] : ['VALIDE'])
    .orderBy('media.id')
    .execute()
  for (const media of shown) {
    if (sort === 'REJETER') await moderateWithin(deps, { acteur, media, statut: 'REJETE' })
    else await putBack(deps, acteur, media)
  }
}

async function putBack(
  { database, clock }: DatabaseDeps,
  acteur: ActeurConnecte,
  media: MediaAvecAuteur,
): Promise<void> {
  await database
    .updateTable('media')
    .set((update) => ({
      statut: 'EN_ATTENTE',
      decideParId: null,
      dateValidation: null,
      version: update('version', '+', 1),
    }))
    .where('id', '=', media.id)
    .where('statut', '=', 'VALIDE')
    .execute()
  await publishMediaChange(database, { ...media, statut: 'EN_ATTENTE' }, 'VALIDE')
  await writeAudit(database, clock, {
    acteurId: acteur.id,
    action: 'media/remettre-en-attente',
    objet: `media:${media.id}`,
    detail: { de: media.statut },
  })
  await notifyAuteur({ database, clock }, media, { statut: 'EN_ATTENTE', raison: null })
}
