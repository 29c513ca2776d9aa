import { useState } from 'react'
import { canAnswerInvitation, type InvitationEnvoyee, statutInvitationLabels } from '#domain/invitation/invitation.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { causeOr } from '#src/api/apiError.ts'
import { useOnlineOnly } from '#src/pwa/useOnlineOnly.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { formatShortDayTime } from '#src/ui/text/dates.ts'
import { RowError } from '#src/ui/text/RowError.tsx'
import { useFollowUp } from './invitation.queries.ts'
import css from './Invitation.module.css'

interface Props {
  invitation: InvitationEnvoyee
  evenementId: number
}

/** One sent invitation; a pending one can be mailed again or revoked. */
export function InvitationEnvoyeeRow({ invitation, evenementId }: Props) {
  const { email, statut, revoqueLe } = invitation
  const followUp = useFollowUp(evenementId)
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const once = useOnce()
  const follow = (action: 'renvoyer' | 'revoquer') =>
    once(() => followUp.mutateAsync({ invitation, action }).finally(close))
  const onlineOnly = useOnlineOnly()
  const { label, tone } = revoqueLe === null ? statutInvitationLabels[statut] : revoked
  return (
    <li className={css.sentRow}>
      <div className={css.sentText}>
        <b className={css.sentTo}>{email}</b>
        <span className="meta">{whatHappened(invitation)}</span>
      </div>
      <Badge tone={tone}>{label}</Badge>
      {canAnswerInvitation(statut) && revoqueLe === null && (
        <div className="actions">
          <Button
            {...rowAction('renvoyer')}
            {...onlineOnly}
            busy={followUp.isPending && followUp.variables.action === 'renvoyer'}
            aria-label={`Renvoyer l'invitation à ${email}`}
            onClick={() => follow('renvoyer')}
          >
            Renvoyer
          </Button>
          <Button
            {...rowAction('revoquer')}
            {...onlineOnly}
            look="quiet"
            danger
            aria-label={`Révoquer l'invitation ${ofName(email)}`}
            onClick={() => setAsked(true)}
          >
            Révoquer
          </Button>
        </div>
      )}
      <RowError
        error={
          followUp.error
            ? { title: failures[followUp.variables.action], detail: causeOr(followUp.error, phrases.erreurSurvenue) }
            : undefined
        }
      />
      {isAsked && (
        <ConfirmDialog
          title="Révoquer cette invitation"
          question={`Le lien envoyé à ${email} n'ouvrira plus rien, et la place gardée sera libérée.`}
          confirm="Révoquer"
          busy={followUp.isPending}
          onCancel={close}
          onConfirm={() => follow('revoquer')}
        />
      )}
    </li>
  )
}

const failures = { renvoyer: 'Invitation non renvoyée.', revoquer: 'Invitation non révoquée.' }

const revoked = { label: 'Révoquée', tone: 'gray' } as const

function whatHappened({ dateEnvoi, reponduLe, revoqueLe, aUnCompte }: InvitationEnvoyee): string {
  const sent = `Envoyée le ${formatShortDayTime(dateEnvoi)}`
  if (revoqueLe !== null) return `${sent}, révoquée le ${formatShortDayTime(revoqueLe)}`
  if (reponduLe !== null) return `${sent}, réponse le ${formatShortDayTime(reponduLe)}`
  return aUnCompte ? sent : `${sent}, pas encore de compte`
}
