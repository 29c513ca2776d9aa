import { Download, ShieldCheck, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { focusOnMount } from '#src/ui/focusOnMount.ts'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import css from './Consentement.module.css'

interface Props {
  onReview: () => void
  /** The button that signs the person out. */
  logout: ReactNode
}

/**
 * Shown after a refusal: the decision can be reviewed, and what does not need it is one tap away: profile, export,
 * logout (product 29). No data is shown or deleted.
 */
export function ConsentementRefuse({ onReview, logout }: Props) {
  return (
    <EmptyState
      title="Vous avez refusé, et c'est noté"
      titleRef={focusOnMount}
      icon={<ShieldCheck />}
      action={
        <>
          <Button onClick={onReview}>Revoir mon choix</Button>
          <div className={css.without}>
            <ButtonLink to="/profil" look="quiet">
              <User />
              {phrases.monProfilLien}
            </ButtonLink>
            <ButtonLink to="/profil" hash="donnees" look="quiet">
              <Download />
              Exporter mes données
            </ButtonLink>
            {logout}
          </div>
        </>
      }
    >
      Sans votre accord, les invitations et les événements ne sont pas chargés. Vous pouvez changer d'avis quand vous
      voulez.
    </EmptyState>
  )
}
