import type { StatutMedia } from '#domain/media/media.ts'

export const filtresGalerie = ['TOUS', 'MIENS', 'EN_ATTENTE', 'VALIDES', 'REJETES', 'FAVORIS'] as const
export type FiltreGalerie = (typeof filtresGalerie)[number]

/** Filters of an organiser's gallery that show one statut. */
export const statutOfFiltre: Readonly<Partial<Record<FiltreGalerie, StatutMedia>>> = {
  EN_ATTENTE: 'EN_ATTENTE',
  VALIDES: 'VALIDE',
  REJETES: 'REJETE',
}

/** What of a gallery is shown; it stands in the address. */
export interface GalleryFilter {
  readonly filtre: FiltreGalerie
  /** Number of a person. */
  readonly auteur?: number | undefined
  /** A day of this device: "2026-06-14". */
  readonly jour?: string | undefined
}
