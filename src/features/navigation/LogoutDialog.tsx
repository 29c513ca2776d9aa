import { Button } from '#src/ui/button/Button.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { agree, count } from '#src/ui/text/quantities.ts'
import type { Pending } from './logout.ts'

interface Props {
  pending: Pending
  onCancel: () => void
  onChoice: (keep: boolean) => void
}

/** Asks whether to keep unsent photos or decisions for the next login of the same person, or to erase them. */
export function LogoutDialog({ pending: { photos, decisions }, onCancel, onChoice }: Props) {
  const isPhotos = photos > 0
  const n = isPhotos ? photos : decisions
  const device = isPhotos ? 'ce téléphone' : 'cet appareil'
  const what = isPhotos
    ? count(n, 'photo attend', 'photos attendent')
    : count(n, 'décision attend', 'décisions attendent')
  return (
    <Sheet
      title={isPhotos ? 'Vos photos ne sont pas toutes parties' : 'Vos décisions ne sont pas toutes parties'}
      alert
      onClose={onCancel}
      foot={
        <>
          <Button look="primary" wide onClick={() => onChoice(true)}>
            Garder sur {device}
          </Button>
          <Button look="quiet" danger wide onClick={() => onChoice(false)}>
            Supprimer et se déconnecter
          </Button>
        </>
      }
    >
      <p>
        {what} encore sur {device}. {agree(n, 'Gardée, elle repartira', 'Gardées, elles repartiront')} à votre prochaine
        connexion, et jamais sous un autre compte.
      </p>
    </Sheet>
  )
}
