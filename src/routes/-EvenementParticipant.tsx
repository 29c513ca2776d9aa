import type { ComponentProps } from 'react'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AlbumButton } from '#src/features/album/AlbumButton.tsx'
import { useKeptPicks } from '#src/features/envoi/pickStore.ts'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { ParticipantEvenementPage } from '#src/features/evenement/ParticipantEvenementPage.tsx'
import { usePrefetchGalerie } from '#src/features/media/galerie.queries.ts'
import { Gallery } from '#src/features/media/Gallery.tsx'
import { GalleryViewLink } from '#src/features/media/GalleryViewLink.tsx'
import { useGalleryPlace } from './-galleryPlace.ts'

interface Props {
  id: number
  search: Parameters<typeof useGalleryPlace>[0]
  /** Three columns in the event's detail; the album beside it opens on its media (product 28). */
  view: ComponentProps<typeof Gallery>['view']
}

/** A participant's event, under both of its addresses. */
export function EvenementParticipant({ id, search, view }: Props) {
  const utilisateurId = useUtilisateur()?.id ?? 0
  const ajout = useAjoutMedia()
  const place = useGalleryPlace(search)
  usePrefetchGalerie(id, 'participant')
  return (
    <>
      <ParticipantEvenementPage
        id={id}
        utilisateurId={utilisateurId}
        picked={useKeptPicks(id).filter(({ refus }) => refus === null).length}
        onAdd={ajout.open}
        album={<AlbumButton evenementId={id} />}
        gallery={
          <Gallery
            {...place}
            evenementId={id}
            utilisateurId={utilisateurId}
            space="participant"
            view={view}
            comesIntoView={view === 'album'}
            otherView={<GalleryViewLink evenementId={id} view={view} />}
          />
        }
      />
      {ajout.sheet}
    </>
  )
}
