import { useState } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { french } from '#src/ui/text/french.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { agree, count } from '#src/ui/text/quantities.ts'
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
        <Button look="quiet" danger wide busy={chosen === false} onClick={() => choose(false)}>
          Se déconnecter
        </Button>
      }
    >
      <p>
        {french(
          "Vous participez avec un prénom seulement : après la déconnexion, cet appareil n'ouvre plus vos photos. Gardez d'abord l'accès depuis votre profil. Les photos reçues restent dans l'événement.",
        )}
      </p>
      {photos.length > 0 && (
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
export function LogoutDialog({ pending: { photos, decisions, isGuest }, onCancel, onChoice }: Props) {
  const { chosen, choose } = useOneChoice(onChoice)
  if (isGuest) return <GuestLogout photos={photos} onCancel={onCancel} onChoice={onChoice} />
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
        {what} {agree(n, 'attend', 'attendent')} encore sur {device}.{' '}
        {agree(n, 'Gardée, elle repartira', 'Gardées, elles repartiront')} à votre prochaine connexion, et jamais sous
        un autre compte.
      </p>
    </Sheet>
  )
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
