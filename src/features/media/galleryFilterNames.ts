export const filtresGalerie = ['TOUS', 'MIENS', 'FAVORIS'] as const
export type FiltreGalerie = (typeof filtresGalerie)[number]

/** What of a gallery is shown; it stands in the address. */
export interface GalleryFilter {
  readonly filtre: FiltreGalerie
  /** Number of a person. */
  readonly auteur?: number | undefined
  /** A day of this device: "2026-06-14". */
  readonly jour?: string | undefined
}
