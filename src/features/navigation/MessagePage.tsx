import { Search } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { Page } from '#src/ui/page/Page.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import state from '#src/ui/state/State.module.css'

/** A page with only a message and a link back. */
export function MessagePage({ title, children }: { title: string; children?: string }) {
  return (
    <Page title={title}>
      <EmptyState
        title={title}
        heading="h1"
        icon={<Search className={state.emptyMark ?? ''} />}
        action={<ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      >
        {children}
      </EmptyState>
    </Page>
  )
}
