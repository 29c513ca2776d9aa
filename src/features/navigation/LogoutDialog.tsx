import { useState } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree, count, formatNumber } from '#src/ui/text/quantities.ts'
import { continuesByItself } from '#upload-queue/engine/states.ts'
import type { Pending } from './logout.ts'

interface Props {
  pending: Pending
  onCancel: () => void
  onChoice: (keep: boolean) => void
}

/** Warns a guest, who has no password, that they cannot log in again after the logout. */
function GuestLogout({ photos, onCancel, onChoice }: Omit<Props, 'pending'> & Pick<Pending, 'photos'>) {
  const { chosen, choose } = useOneChoice(onChoice)
  return (
    <Sheet
      title="Quitter cet événement sur cet appareil"
      alert
      onClose={chosen === undefined ? onCancel : undefined}
      foot={
        <>
          <ButtonLink
            to="/profil"
            hash="garder"
            look="primary"
            wide
            disabled={chosen !== undefined}
            onClick={chosen === undefined ? onCancel : undefined}
          >
            Garder l'accès
          </ButtonLink>
          <Button look="quiet" danger wide busy={chosen === false} onClick={() => choose(false)}>
            Se déconnecter
          </Button>
        </>
      }
    >
      <p>
        {french(
          "Vous participez avec un prénom seulement : après la déconnexion, cet appareil n'ouvre plus vos photos. Gardez d'abord l'accès depuis votre profil. Les photos reçues restent dans l'événement.",
        )}
      </p>
      {photos === null && (
        <p>
          <b>Les photos qui ne sont pas encore parties seront effacées.</b>
        </p>
      )}
      {photos !== null && photos.length > 0 && (
        <p>
          <b>
            {`${mediaWords(photos)} ${agree(photos.length, "n'est pas partie et sera effacée", 'ne sont pas parties et seront effacées')}.`}
          </b>
        </p>
      )}
    </Sheet>
  )
}

/** Asks whether to keep unsent photos or decisions for the next login of the same person, or to erase them. */
export function LogoutDialog({ pending, onCancel, onChoice }: Props) {
  const { chosen, choose } = useOneChoice(onChoice)
  if (pending.isGuest) return <GuestLogout photos={pending.photos} onCancel={onCancel} onChoice={onChoice} />
  const { decisions } = pending
  const photos = pending.photos ?? []
  const isPhotos = photos.length > 0
  const n = isPhotos ? photos.length : decisions
  const device = isPhotos ? 'ce téléphone' : 'cet appareil'
  const what = isPhotos ? mediaWords(photos) : count(n, 'décision', 'décisions')
  return (
    <Sheet
      title={isPhotos ? 'Vos photos ne sont pas toutes parties' : 'Vos décisions ne sont pas toutes parties'}
      alert
      onClose={chosen === undefined ? onCancel : undefined}
      foot={
        <>
          <Button look="primary" wide busy={chosen === true} disabled={chosen === false} onClick={() => choose(true)}>
            Garder sur {device}
          </Button>
          <Button
            look="quiet"
            danger
            wide
            busy={chosen === false}
            disabled={chosen === true}
            onClick={() => choose(false)}
          >
            Supprimer et se déconnecter
          </Button>
        </>
      }
    >
      <p>
        {what} {agree(n, 'attend', 'attendent')} encore sur {device}. {french(keptWords(n, photos))}
      </p>
    </Sheet>
  )
}

/** Says which kept items leave at the next login: a refused, blocked or paused photo needs an action of the person. */
function keptWords(n: number, photos: NonNullable<Pending['photos']>): string {
  const stuck = photos.filter(({ state }) => state !== 'waiting_auth' && !continuesByItself(state)).length
  const left = n - stuck
  const kept = agree(n, 'Gardée, elle', 'Gardées, elles')
  if (stuck === 0)
    return `${kept} ${agree(n, 'repartira', 'repartiront')} à votre prochaine connexion, et jamais sous un autre compte.`
  if (left === 0)
    return `${kept} ne ${agree(n, 'peut', 'peuvent')} pas partir pour le moment : ${agree(n, 'elle restera', 'elles resteront')} dans Envois, jamais sous un autre compte.`
  return `Gardées, ${formatNumber(left)} ${agree(left, 'repartira', 'repartiront')} à votre prochaine connexion ; ${formatNumber(stuck)}, qui ne ${agree(stuck, 'peut', 'peuvent')} pas partir pour le moment, ${agree(stuck, 'restera', 'resteront')} dans Envois. Jamais sous un autre compte.`
}

/** Keeps the first choice: the logout takes seconds on a slow network, and a second choice would replace it. */
function useOneChoice(onChoice: Props['onChoice']) {
  const [chosen, setChosen] = useState<boolean>()
  const choose = (keep: boolean) => {
    setChosen(keep)
    onChoice(keep)
  }
  return { chosen, choose }
}
