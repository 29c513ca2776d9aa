import { ShieldCheck } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'

/** Shown after a refusal, with a button to review the decision. No data is shown or deleted. */
export function ConsentementRefuse({ onReview }: { onReview: () => void }) {
  return (
    <EmptyState
      title="Vous avez refusé, et c'est noté"
      heading="h1"
      icon={<ShieldCheck />}
      action={
        <div className="actions">
          <Button onClick={onReview}>Revoir mon choix</Button>
          <ButtonLink to="/profil" look="quiet">
            {phrases.monProfilLien}
          </ButtonLink>
        </div>
      }
    >
      Sans votre accord, les invitations et les événements ne sont pas chargés. Vous pouvez changer d'avis quand vous
      voulez.
    </EmptyState>
  )
}
