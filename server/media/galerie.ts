import { setImmediate } from 'node:timers/promises'
import { encodeGalerie, type EntreeGalerie, type GalerieIndex } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import { pagesById } from '../database/pagesById.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { selectMedias } from './media.repository.ts'
import { hasPreviewFor, mediaView } from './mediaView.ts'

type Medias = ReturnType<typeof selectMedias>

export interface GalerieQuery {
  readonly acteur: ActeurConnecte
  readonly medias: Medias
  /** `prise`: capture date, newest first. `depot`: deposit date, oldest first, the order of moderation. */
  readonly order: 'prise' | 'depot'
  readonly format?: 'index' | undefined
  readonly de?: number | undefined
  readonly a?: number | undefined
  readonly limite?: number | undefined
}

/** The media of a gallery: all rows, a range of ids, or the index of all. The index is read in pages. */
export async function readGalerie(query: GalerieQuery): Promise<Media[] | GalerieIndex> {
  const { acteur, order, format, de = 0, a, limite } = query
  if (format === 'index') return indexOf(query.medias, acteur)
  const from = de > 0 ? query.medias.where('media.id', '>=', de) : query.medias
  const within = a === undefined ? from : from.where('media.id', '<=', a)
  const ordered =
    order === 'prise'
      ? within.orderBy('datePrise', 'desc').orderBy('media.id', 'desc')
      : within.orderBy('dateDepot').orderBy('media.id')
  const rows = await (limite === undefined ? ordered : ordered.limit(limite)).execute()
  return rows.map((media) => mediaView(media, acteur))
}

async function indexOf(medias: Medias, acteur: ActeurConnecte): Promise<GalerieIndex> {
  const listed = medias
    .clearSelect()
    .select(['media.id', 'datePrise', 'largeur', 'hauteur', 'auteurId', 'statut', 'type', 'favori'])
    .select(['corbeilleLe', 'variantesEtat', 'auteur.prenom as auteurPrenom', 'auteur.nom as auteurNom'])
  const byAuteur = new Map<number, EntreeGalerie[]>()
  for await (const rows of pagesById((after, limit) =>
    listed.where('media.id', '>', after).orderBy('media.id').limit(limit).execute(),
  ))
    for (const row of rows) {
      const entree: EntreeGalerie = {
        id: row.id,
        minute: Math.floor(Date.parse(row.datePrise) / 60_000),
        ratio: row.largeur !== null && row.hauteur !== null && row.hauteur > 0 ? row.largeur / row.hauteur : null,
        auteur: { id: row.auteurId, prenom: row.auteurPrenom, nom: row.auteurNom },
        statut: row.statut,
        type: row.type,
        favori: row.favori === 1,
        apercu: hasPreviewFor(row, acteur),
      }
      const own = byAuteur.get(row.auteurId)
      if (own) own.push(entree)
      else byAuteur.set(row.auteurId, [entree])
    }
  // The order of the index, so that packing sorts nothing.
  const ordered = [...byAuteur].toSorted(([a], [b]) => a - b).flatMap(([, entrees]) => entrees)
  const index = encodeGalerie(ordered)
  // Let other requests run before the index is validated and sent.
  await setImmediate()
  return index
}
