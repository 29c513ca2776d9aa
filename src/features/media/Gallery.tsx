import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { isGone } from '#src/api/apiError.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import type { GalleryDecision } from './decided.ts'
import { galerieIndexQuery, indexRequestedAt, type Space } from './galerie.queries.ts'
import type { GalleryFilter } from './galleryFilterNames.ts'
import { GalleryContent } from './GalleryContent.tsx'
import { GalleryLoading } from './GalleryLoading.tsx'
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

/** All media of an event, grouped by moment; one opens in the viewer when the URL names it. */
export function Gallery(props: GalleryProps) {
  const query = useQuery(galerieIndexQuery(props.evenementId, props.space))
  if (props.space === 'participant' && query.data === undefined && isGone(query.error))
    return (
      <EmptyState title="L'album est réservé" icon={<Lock />}>
        Seules les personnes inscrites et validées par l'organisateur voient les photos.
      </EmptyState>
    )
  return (
    <QueryState query={query} loading={<GalleryLoading view={props.view} />} errorMessage={phrases.galerieErreur}>
      {(entrees) => (
        <GalleryContent
          {...props}
          entrees={entrees}
          requestedAt={indexRequestedAt(props, query.dataUpdatedAt)}
          reload={() => query.refetch({ cancelRefetch: false })}
        />
      )}
    </QueryState>
  )
}
