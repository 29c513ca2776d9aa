import { Hourglass } from 'lucide-react'
import type { Entree, LienPublic } from '#domain/lien/lien.ts'
import { canStageMedia } from '#domain/permissions/media.permissions.ts'
import { useIsGuest } from '#src/api/useSession.ts'
import { useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { useServerNow } from '#src/api/useServerNow.ts'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { mayCloseWords, onPhoneWords, PhotosHere, PhotosStacked, safePhotos } from './PhotosHere.tsx'

interface Props {
  lien: LienPublic
  /** Opens the sheet "Ajouter un média" for the event. */
  onAdd: () => void
}

/** Shown to a person whose registration is pending: what they wait for. A guest may already choose photos. */
export function LienAttente({ lien: { entree, evenement }, onAdd }: Props) {
  const { items } = useUploadQueue()
  const invite = useIsGuest()
  const staging = { statutEvenement: evenement.statut, statutInscription: 'EN_ATTENTE', invite } as const
  const canAdd = canStageMedia({ ...staging, dateDebut: evenement.dateDebut }, useServerNow())
  const chosen = items.filter(({ evenementId }) => evenementId === evenement.id)
  const safe = safePhotos(chosen)
  const { title, before, after } = words[entree]
  return (
    <>
      <Banner tone="amber" icon={<Hourglass />} title={title} announce="status">
        {canAdd
          ? `${before} Choisissez déjà vos photos : elles partiront ensuite, à l'ouverture de l'application.`
          : after}
      </Banner>
      <PhotosStacked items={chosen} />
      <Status>
        {safe.length > 0 && <p className="meta">{french(`${onPhoneWords(safe)}. ${mayCloseWords(safe)}`)}</p>}
      </Status>
      {canAdd && <PhotosHere items={chosen} onAdd={onAdd} />}
      <div className="actions">
        <ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>
      </div>
    </>
  )
}

const full = "Vous êtes sur la liste d'attente : si une place se libère, l'organisateur pourra vous l'attribuer."
/** `before` is followed by what a guest may do now; `after` stands alone. */
const words: Record<Entree, { title: string; before: string; after: string }> = {
  A_VALIDER: {
    title: 'Votre demande est envoyée.',
    before: "L'organisateur doit la valider.",
    after: "L'organisateur doit la valider : vous recevrez une notification, puis vous pourrez déposer vos photos.",
  },
  DIRECTE: { title: "L'événement est complet.", before: full, after: full },
}
