import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { useEffect, type ComponentProps } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { AlbumButton } from '#src/features/album/AlbumButton.tsx'
import { useKeptPicks } from '#src/features/envoi/pickStore.ts'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { evenementParticipantQuery } from '#src/features/evenement/evenement.queries.ts'
import { canAddMedia } from '#src/features/evenement/ownInscription.ts'
import { ParticipantEvenementPage } from '#src/features/evenement/ParticipantEvenementPage.tsx'
import { Gallery } from '#src/features/media/Gallery.tsx'
import { GalleryViewLink } from '#src/features/media/GalleryViewLink.tsx'
import { useClosedAlbum } from '#src/features/media/useClosedAlbum.ts'
import { FuseauContext } from '#src/ui/text/fuseau.ts'
import { useGalleryProps } from './-galleryProps.ts'
import type { EvenementSearch } from './-gallerySearch.ts'

interface Props {
  id: number
  search: EvenementSearch
  /** Three columns on the event's page; its album page shows the album view (product 28). */
  view: ComponentProps<typeof Gallery>['view']
}

/** A participant's event, for both of its URLs. */
export function EvenementParticipant({ id, search, view }: Props) {
  const { utilisateurId } = useRouteContext({ from: '/_espace' })
  const ajout = useAjoutMedia()
  const place = useGalleryProps(search)
  useOpenedToAdd({ id, utilisateurId, search, onAdd: ajout.open })
  const evenement = useQuery(evenementParticipantQuery(id)).data
  const closedAlbum = useClosedAlbum(evenement)
  return (
    <FuseauContext value={evenement?.fuseau}>
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
            empty={emptyGallery(evenement, closedAlbum)}
            otherView={<GalleryViewLink evenementId={id} view={view} />}
          />
        }
      />
      {ajout.sheet}
    </FuseauContext>
  )
}

/** What a gallery without photos says, unless photos may still be validated and are shown to this person then. */
function emptyGallery(evenement: Evenement | undefined, closedAlbum: string | null) {
  const opensLater = closedAlbum !== null && evenement?.galeriePour === 'APRES'
  if (evenement?.sansOrganisateur && !opensLater)
    return { title: 'Aucune photo', text: "Il n'y a plus d'organisateur pour en valider." }
  return closedAlbum === null ? undefined : { text: closedAlbum }
}

interface Opened extends Pick<Props, 'id' | 'search'> {
  utilisateurId: number
  onAdd: (evenement: Evenement) => void
}

/** Opens the sheet when the URL contains `ajouter`, once: a reload or the back button does not open it again. */
function useOpenedToAdd({ id, utilisateurId, search: { ajouter }, onAdd }: Opened): void {
  const navigate = useNavigate()
  const evenement = useQuery(evenementParticipantQuery(id)).data
  useEffect(() => {
    if (!ajouter || !evenement) return
    const openOnce = async () => {
      await navigate({
        to: '.',
        search: (before) => ({ ...before, ajouter: undefined }),
        replace: true,
        resetScroll: false,
      })
      if (canAddMedia(evenement, utilisateurId)) onAdd(evenement)
    }
    void openOnce()
  }, [ajouter, evenement, utilisateurId, navigate, onAdd])
}
