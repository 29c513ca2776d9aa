import { Check, X } from 'lucide-react'
import { statutEvenementLabels } from '#domain/evenement/evenement.ts'
import { canAnswerInvitation, type Invitation, statutInvitationLabels } from '#domain/invitation/invitation.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { dateStub, formatEventTime } from '#src/ui/text/dates.ts'
import { useRepondre } from './invitation.queries.ts'
import css from './Invitation.module.css'

interface Props {
  invitation: Invitation
  /** Called with the id of the event. */
  onAccepted?: ((evenementId: number) => void) | undefined
}

/**
 * An invitation as a ticket: date, title, organiser and place, with two equal buttons while it is pending. That of a cancelled event can
 * only be refused.
 */
export function InvitationTicket({ invitation, onAccepted }: Props) {
  const repondre = useRepondre(onAccepted)
  const { id, statut, evenement } = invitation
  const { weekday, day, month } = dateStub(evenement.dateDebut, evenement.fuseau)
  const once = useOnce()
  const onlineOnly = useOnlineOnly()
  const answer = (next: 'ACCEPTEE' | 'REFUSEE') => once(() => repondre.mutateAsync({ id, statut: next }))
  const cancelled = evenement.statut === 'ANNULE' ? statutEvenementLabels.ANNULE : undefined
  const badge = canAnswerInvitation(statut) ? cancelled : statutInvitationLabels[statut]
  const pending = repondre.isPending ? repondre.variables.statut : undefined
  return (
    <article className={css.ticket} aria-label={evenement.titre}>
      <p className={css.ticketDate}>
        <time dateTime={evenement.dateDebut}>
          {weekday} <b>{day}</b> {month}
        </time>
      </p>
      <div className={css.ticketBody}>
        <h3>{evenement.titre}</h3>
        <p className="meta">
          {evenement.createur.prenom} vous invite
          <br />
          {formatEventTime(evenement.dateDebut, evenement.fuseau)}, {evenement.lieu}
        </p>
        {badge !== undefined && (
          <span>
            <Badge tone={badge.tone}>{badge.label}</Badge>
          </span>
        )}
      </div>
      {canAnswerInvitation(statut) && (
        <div className={css.ticketActions}>
          <Button
            {...rowAction('refuser')}
            {...onlineOnly}
            busy={pending === 'REFUSEE'}
            onClick={() => answer('REFUSEE')}
          >
            <X />
            Refuser
          </Button>
          {cancelled === undefined && (
            <Button
              {...rowAction('accepter')}
              {...onlineOnly}
              busy={pending === 'ACCEPTEE'}
              onClick={() => answer('ACCEPTEE')}
            >
              <Check />
              Accepter
            </Button>
          )}
        </div>
      )}
    </article>
  )
}
