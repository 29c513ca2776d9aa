import { Search } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import state from '#src/ui/state/State.module.css'

/** An address that leads nowhere. */
export function NotFoundPage() {
  return (
    <Page title="Page introuvable">
      <EmptyState
        title="Page introuvable"
        heading="h1"
        icon={<Search className={state.emptyMark ?? ''} />}
        action={<ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      >
        Cette page n'existe pas, ou elle n'existe plus.
      </EmptyState>
    </Page>
  )
}
