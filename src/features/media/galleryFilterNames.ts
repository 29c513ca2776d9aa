import type { StatutMedia } from '#domain/media/media.ts'

export const filtresGalerie = ['TOUS', 'MIENS', 'EN_ATTENTE', 'VALIDES', 'REJETES', 'FAVORIS'] as const
export type FiltreGalerie = (typeof filtresGalerie)[number]

/** Filters of a participant's own media, as in the URL. */
export type FiltreMesMedias = 'TOUS' | StatutMedia
const mesMedias: Readonly<Record<FiltreMesMedias, true>> = {
  TOUS: true,
  VALIDE: true,
  EN_ATTENTE: true,
  SUPPRIME: true,
  REJETE: true,
}
export const filtresMesMedias = Object.keys(mesMedias) as readonly FiltreMesMedias[]

/** Filters of an organiser's gallery that show one statut. */
export const statutOfFiltre: Readonly<Partial<Record<FiltreGalerie, StatutMedia>>> = {
  EN_ATTENTE: 'EN_ATTENTE',
  VALIDES: 'VALIDE',
  REJETES: 'REJETE',
}

/** The gallery filter, as stored in the URL. */
export interface GalleryFilter {
  readonly filtre: FiltreGalerie
  /** Id of a person. */
  readonly auteur?: number | undefined
  /** A day in the event's time zone: "2026-06-14". */
  readonly jour?: string | undefined
}
