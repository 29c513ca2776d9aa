import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { byMoment } from './mediaName.ts'
import { galerieQuery, type Space } from './media.queries.ts'
import { MediaTile } from './MediaTile.tsx'
import { Viewer } from './Viewer.tsx'
import css from './Gallery.module.css'

interface Props {
  evenementId: number
  utilisateurId: number
  space: Space
  /** The media shown large, from the address. */
  openId: number | undefined
  onOpen: (id: number | undefined) => void
  /** What to do where nothing was deposited yet. */
  emptyAction?: ReactNode
}

/** Everyone's media of an event in three columns, by moment; one of them large when the address says so. */
export function Gallery({ evenementId, utilisateurId, space, openId, onOpen, emptyAction }: Props) {
  const query = useQuery(galerieQuery(evenementId, space))
  const signature = useSignature(evenementId, (query.data?.length ?? 0) > 0)
  return (
    <QueryState query={query} loading={<GalleryLoading />} errorMessage={phrases.galerieErreur}>
      {(medias) => {
        const moments = byMoment(medias)
        const ordered = moments.flatMap((moment) => moment.medias)
        return (
          <>
            {medias.length === 0 && (
              <EmptyState title="Pas encore de photos" action={emptyAction}>
                Les premières apparaissent ici dès qu'elles sont validées.
              </EmptyState>
            )}
            {moments.map((moment) => (
              <section key={moment.title} className={css.gallerySection}>
                <h3>{moment.title}</h3>
                <ul className={css.gallery}>
                  {moment.medias.map((media) => (
                    <MediaTile
                      key={media.id}
                      media={media}
                      utilisateurId={utilisateurId}
                      signature={signature}
                      showsStatut={space === 'organisateur' || media.auteur.id === utilisateurId}
                      onOpen={() => onOpen(media.id)}
                    />
                  ))}
                </ul>
              </section>
            ))}
            {openId !== undefined && ordered.some(({ id }) => id === openId) && (
              <Viewer
                medias={ordered}
                openId={openId}
                evenementId={evenementId}
                utilisateurId={utilisateurId}
                space={space}
                signature={signature}
                onOpen={onOpen}
              />
            )}
          </>
        )
      }}
    </QueryState>
  )
}

function GalleryLoading() {
  return (
    <Loading label="Chargement de la galerie">
      <div className={css.gallerySection}>
        <div className={css.gallery}>
          {[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => (
            <div key={n} className={css.tile}>
              <Skeleton height="100%" />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
