import { useQuery } from '@tanstack/react-query'
import { phrases } from '#domain/texte/phrases.ts'
import { canAnswerInvitation } from '#domain/invitation/invitation.ts'
import { ErrorState } from '#src/ui/state/ErrorState.tsx'
import { InvitationTicket } from './InvitationTicket.tsx'
import { invitationsQuery } from './invitation.queries.ts'
import css from './Invitation.module.css'

/** Invitations as tickets; those still to be answered first. Nothing when there is none. */
export function InvitationList() {
  const query = useQuery(invitationsQuery)
  if (query.isError && query.data === undefined)
    return <ErrorState message={phrases.erreurSurvenue} onRetry={() => void query.refetch()} />
  const open = (query.data ?? []).filter(({ statut }) => canAnswerInvitation(statut))
  const answered = (query.data ?? []).filter(({ statut }) => !canAnswerInvitation(statut))
  if (open.length + answered.length === 0) return null
  return (
    <section className="stack" aria-labelledby="invitations">
      <h2 id="invitations">{open.length === 1 ? 'Invitation' : 'Invitations'}</h2>
      {open.map((invitation) => (
        <InvitationTicket key={invitation.id} invitation={invitation} />
      ))}
      {answered.length > 0 && (
        <details className={css.answered}>
          <summary>Déjà répondu ({answered.length})</summary>
          <div className="stack">
            {answered.map((invitation) => (
              <InvitationTicket key={invitation.id} invitation={invitation} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}
