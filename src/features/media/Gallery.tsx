import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { isGone } from '#src/api/apiError.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { galerieIndexQuery, indexRequestedAt } from './galerie.queries.ts'
import { GalleryContent } from './GalleryContent.tsx'
import type { GalleryProps } from './galleryProps.ts'
import { GalleryLoading } from './GalleryLoading.tsx'

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
