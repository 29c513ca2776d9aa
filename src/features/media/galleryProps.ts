import type { ReactNode } from 'react'
import type { GalleryDecision } from './decided.ts'
import type { Space } from './galerie.queries.ts'
import type { GalleryFilter } from './galleryFilterNames.ts'
import type { GalleryView } from './useGalleryShape.ts'

export interface GalleryProps {
  evenementId: number
  utilisateurId: number
  space: Space
  view: GalleryView
  /** Scrolls to the gallery on load, past the content above it. */
  comesIntoView?: boolean
  /** From the URL. */
  filter: GalleryFilter
  onFilter: (change: Partial<GalleryFilter>) => void
  /** The media open in the viewer, from the URL. */
  openId: number | undefined
  onOpen: (id: number | undefined) => void
  /** The organiser's decisions; undefined for participants. */
  decision?: GalleryDecision
  /** A control that switches to another view of the same media. */
  otherView?: ReactNode
  /** Said in place of the usual title and sentence while there are no photos. */
  empty?: { title?: string; text: string } | undefined
}
