import { useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { AlbumButton } from '#src/features/album/AlbumButton.tsx'
import { evenementOrganisateurQuery } from '#src/features/evenement/evenement.queries.ts'
import { OrganisateurEvenementPage } from '#src/features/evenement/OrganisateurEvenementPage.tsx'
import { InvitationsTab } from '#src/features/invitation/InvitationsTab.tsx'
import { LienCarte } from '#src/features/lien/LienCarte.tsx'
import { LiensPanel } from '#src/features/lien/LiensPanel.tsx'
import { Corbeille } from '#src/features/media/Corbeille.tsx'
import { Gallery } from '#src/features/media/Gallery.tsx'
import { Attente } from '#src/features/moderation/Attente.tsx'
import { useGalleryDecision } from '#src/features/moderation/useGalleryDecision.tsx'
import { FuseauContext } from '#src/ui/text/fuseau.ts'
import { PrevenirButton } from '#src/features/notification/PrevenirButton.tsx'
import { useGalleryProps } from './-galleryProps.ts'

interface Props {
  id: number
  tab: 'details' | 'medias' | 'invitations' | 'corbeille'
  search?: Parameters<typeof useGalleryProps>[0]
}

export function EvenementOrganisateur({ id, tab, search }: Props) {
  const evenement = useQuery(evenementOrganisateurQuery(id)).data
  const people = evenement?.comptes.inscriptions.VALIDE
  const { utilisateurId } = useRouteContext({ from: '/_espace' })
  const place = useGalleryProps(search ?? {})
  return (
    <FuseauContext value={evenement?.fuseau}>
      <OrganisateurEvenementPage
        id={id}
        tab={tab}
        album={<AlbumButton evenementId={id} asIcon={tab !== 'details'} />}
        prevenir={<PrevenirButton evenementId={id} people={people} asIcon={tab !== 'details'} />}
        qr={evenement && <LienCarte evenement={evenement} />}
        attente={<Attente evenementId={id} waiting={evenement?.comptes.medias.EN_ATTENTE ?? 0} />}
        gallery={<DecidedGallery {...place} evenementId={id} utilisateurId={utilisateurId} />}
        corbeille={<Corbeille evenementId={id} />}
        invitations={evenement && <InvitationsTab evenementId={id} liens={<LiensPanel evenement={evenement} />} />}
      />
    </FuseauContext>
  )
}

type DecidedProps = ReturnType<typeof useGalleryProps> & { evenementId: number; utilisateurId: number }

/** The gallery of an own event, with decisions. */
function DecidedGallery(props: DecidedProps) {
  const decision = useGalleryDecision(props)
  return <Gallery {...props} space="organisateur" view="album" decision={decision} />
}
