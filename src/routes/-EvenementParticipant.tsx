import { useNavigate } from '@tanstack/react-router'
import { useUtilisateur } from '#src/api/useSession.ts'
import { useAjoutMedia } from '#src/features/envoi/useAjoutMedia.tsx'
import { ParticipantEvenementPage } from '#src/features/evenement/ParticipantEvenementPage.tsx'
import { Gallery } from '#src/features/media/Gallery.tsx'

interface Props {
  id: number
  media: number | undefined
  /** Opened on its media: the gallery comes into view. */
  startsAtMedias?: boolean
}

/** A participant's event, under both of its addresses. */
export function EvenementParticipant({ id, media, startsAtMedias = false }: Props) {
  const navigate = useNavigate()
  const utilisateurId = useUtilisateur()?.id ?? 0
  const ajout = useAjoutMedia()
  return (
    <>
      <ParticipantEvenementPage
        id={id}
        utilisateurId={utilisateurId}
        startsAtMedias={startsAtMedias}
        onAdd={ajout.open}
        gallery={
          <Gallery
            evenementId={id}
            utilisateurId={utilisateurId}
            space="participant"
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
      />
      {ajout.sheet}
    </>
  )
}
