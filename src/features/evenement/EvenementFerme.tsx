import { Lock } from 'lucide-react'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'
import state from '#src/ui/state/State.module.css'

/** An event that does not exist or is not accessible to this person: the server's sentence, and how to join. */
export function EvenementFerme({ sentence }: { sentence: string }) {
  return (
    <EmptyState
      title={sentence}
      heading="h1"
      icon={<Lock className={state.emptyMark ?? ''} />}
      action={<ButtonLink to="/participant/evenements">Voir mes événements</ButtonLink>}
    >
      Il n'existe plus, ou il n'est pas ouvert à ce compte. Demandez à l'organisateur de vous inviter à l'adresse de ce
      compte, ou de vous donner le lien de l'événement.
    </EmptyState>
  )
}
