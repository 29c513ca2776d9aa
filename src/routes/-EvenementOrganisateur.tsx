import { useQuery } from '@tanstack/react-query'
import { useUtilisateur } from '#src/api/useSession.ts'
import { AlbumButton } from '#src/features/album/AlbumButton.tsx'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { OrganisateurEvenementPage } from '#src/features/evenement/OrganisateurEvenementPage.tsx'
import { InvitationsTab } from '#src/features/invitation/InvitationsTab.tsx'
import { LiensPanel } from '#src/features/lien/LiensPanel.tsx'
import { Gallery } from '#src/features/media/Gallery.tsx'
import { useGalleryPlace } from './-galleryPlace.ts'

interface Props {
  id: number
  tab: 'details' | 'medias' | 'invitations'
  search?: Parameters<typeof useGalleryPlace>[0]
}

/** An organiser's event on one of its tabs. */
export function EvenementOrganisateur({ id, tab, search }: Props) {
  const evenement = useQuery(evenementOrganisateurQuery(id)).data
  const utilisateurId = useUtilisateur()?.id ?? 0
  const place = useGalleryPlace(search ?? {})
  return (
    <OrganisateurEvenementPage
      id={id}
      tab={tab}
      album={<AlbumButton evenementId={id} />}
      gallery={<Gallery {...place} evenementId={id} utilisateurId={utilisateurId} space="organisateur" view="album" />}
      invitations={evenement && <InvitationsTab evenementId={id} liens={<LiensPanel evenement={evenement} />} />}
    />
  )
}
