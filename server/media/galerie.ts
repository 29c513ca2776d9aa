import { encodeGalerie, type EntreeGalerie, type GalerieIndex } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import type { selectMedias } from './media.repository.ts'
import { mediaView } from './mediaView.ts'

type Medias = ReturnType<typeof selectMedias>

export interface GalerieWish {
  readonly acteur: ActeurConnecte
  /** Media this person may see. */
  readonly medias: Medias
  /** By when they were taken, newest first, or in the order in which a desk works: oldest deposit first. */
  readonly order: 'prise' | 'depot'
  readonly format?: 'index' | undefined
  readonly de?: number | undefined
  readonly a?: number | undefined
  /** The first so many alone. */
  readonly limite?: number | undefined
}

/** The media of a gallery: all rows, the rows of a range of numbers, or the index of them all. One query each. */
export async function readGalerie(wish: GalerieWish): Promise<Media[] | GalerieIndex> {
  const { acteur, order, format, de = 0, a, limite } = wish
  if (format === 'index') return indexOf(wish.medias)
  const from = de > 0 ? wish.medias.where('media.id', '>=', de) : wish.medias
  const within = a === undefined ? from : from.where('media.id', '<=', a)
  const ordered =
    order === 'prise'
      ? within.orderBy('datePrise', 'desc').orderBy('media.id', 'desc')
      : within.orderBy('dateDepot').orderBy('media.id')
  const rows = await (limite === undefined ? ordered : ordered.limit(limite)).execute()
  return rows.map((media) => mediaView(media, acteur))
}

async function indexOf(medias: Medias): Promise<GalerieIndex> {
  const rows = await medias
    .clearSelect()
    .select(['media.id', 'datePrise', 'largeur', 'hauteur', 'auteurId', 'statut', 'type', 'favori', 'variantesEtat'])
    .select(['auteur.prenom as auteurPrenom', 'auteur.nom as auteurNom'])
    .execute()
  return encodeGalerie(
    rows.map((row): EntreeGalerie => ({
      id: row.id,
      minute: Math.floor(Date.parse(row.datePrise) / 60_000),
      ratio: row.largeur !== null && row.hauteur !== null && row.hauteur > 0 ? row.largeur / row.hauteur : null,
      auteur: { id: row.auteurId, prenom: row.auteurPrenom, nom: row.auteurNom },
      statut: row.statut,
      type: row.type,
      favori: row.favori === 1,
      apercu: row.variantesEtat === 'FAITES',
    })),
  )
}
