import { Button } from '#src/ui/button/Button.tsx'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { agree, count } from '#src/ui/text/quantities.ts'

interface Props {
  pending: number
  onCancel: () => void
  onChoice: (keep: boolean) => void
}

/** Photos still wait on this phone: keep them for the next login of the same person, or erase them. */
export function LogoutDialog({ pending, onCancel, onChoice }: Props) {
  return (
    <Sheet
      title="Vos photos ne sont pas toutes parties"
      alert
      onClose={onCancel}
      foot={
        <>
          <Button look="primary" wide onClick={() => onChoice(true)}>
            Garder sur ce téléphone
          </Button>
          <Button look="quiet" danger wide onClick={() => onChoice(false)}>
            Supprimer et se déconnecter
          </Button>
        </>
      }
    >
      <p>
        {count(pending, 'photo attend', 'photos attendent')} encore sur ce téléphone.{' '}
        {agree(pending, 'Gardée, elle repartira', 'Gardées, elles repartiront')} à votre prochaine connexion, et jamais
        sous un autre compte.
      </p>
    </Sheet>
  )
}
