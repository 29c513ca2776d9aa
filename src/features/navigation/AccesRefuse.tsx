import { Lock } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import state from '#src/ui/state/State.module.css'

export function AccesRefuse() {
  return (
    <Page title={phrases.accesRefuse}>
      <EmptyState
        title={phrases.accesRefuse}
        heading="h1"
        icon={<Lock className={state.emptyMark ?? ''} />}
        action={<ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      >
        Cet espace n'est pas ouvert à votre compte.
      </EmptyState>
    </Page>
  )
}
