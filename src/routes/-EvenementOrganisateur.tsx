import { useNavigate } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { OrganisateurEvenementPage } from '#src/features/evenement/OrganisateurEvenementPage.tsx'
import { InvitePanel } from '#src/features/invitation/InvitePanel.tsx'
import { Gallery } from '#src/features/media/Gallery.tsx'

interface Props {
  id: number
  tab: 'details' | 'medias' | 'invitations'
  media?: number | undefined
}

/** An organiser's event on one of its tabs. */
export function EvenementOrganisateur({ id, tab, media }: Props) {
  const navigate = useNavigate()
  const utilisateurId = useUtilisateur()?.id ?? 0
  return (
    <OrganisateurEvenementPage
      id={id}
      tab={tab}
      gallery={
        <Gallery
          evenementId={id}
          utilisateurId={utilisateurId}
          space="organisateur"
          openId={media}
          onOpen={(next) =>
            void navigate({
              to: '.',
              search: next === undefined ? {} : { media: next },
              replace: media !== undefined,
              resetScroll: false,
            })
          }
        />
      }
      invitations={<InvitePanel evenementId={id} />}
    />
  )
}
