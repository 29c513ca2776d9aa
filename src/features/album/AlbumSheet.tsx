import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LienAlbum } from '#domain/album/album.ts'
import { refusalOr } from '#src/api/apiError.ts'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { QueryState } from '#src/ui/state/QueryState.tsx'
import { Loading, Skeleton } from '#src/ui/state/Skeleton.tsx'
import { type AlbumRequest, offresQuery } from './album.queries.ts'
import { AlbumChoices } from './AlbumChoices.tsx'
import { AlbumPartage } from './AlbumPartage.tsx'

interface Props {
  evenementId: number
  onClose: () => void
}

/** Selects what to download; then downloads a ZIP or shares the files in batches. */
export function AlbumSheet({ evenementId, onClose }: Props) {
  const query = useQuery(offresQuery(evenementId))
  const [shared, setShared] = useState<{ request: AlbumRequest; lien: LienAlbum } | null>(null)
  return (
    <Sheet title={shared ? 'Enregistrer dans mes photos' : "Télécharger l'album"} width="34rem" onClose={onClose}>
      {shared ? (
        <AlbumPartage evenementId={evenementId} choix={shared.request.choix} lien={shared.lien} onClose={onClose} />
      ) : (
        <QueryState
          query={query}
          loading={<ChoicesLoading />}
          errorMessage={refusalOr(query.error, "Impossible de charger l'album.")}
        >
          {(offres) => (
            <AlbumChoices
              evenementId={evenementId}
              offres={offres}
              onShare={(request, lien) => setShared({ request, lien })}
            />
          )}
        </QueryState>
      )}
    </Sheet>
  )
}

function ChoicesLoading() {
  return (
    <Loading label="Chargement de l'album">
      <div className="stack">
        <Skeleton height="4.5rem" />
        <Skeleton height="4.5rem" />
        <Skeleton height="3rem" />
      </div>
    </Loading>
  )
}
