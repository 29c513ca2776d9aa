import type { ReactNode } from 'react'
import { french } from '#src/ui/text/french.ts'
import { InvitationsEnvoyees } from './InvitationsEnvoyees.tsx'
import { InviteForm } from './InviteForm.tsx'
import css from './Invitation.module.css'

interface Props {
  evenementId: number
  /** Links and QR codes for all guests. */
  liens: ReactNode
}

/** The invitations tab of an event: links for all guests, e-mails for single ones. */
export function InvitationsTab({ evenementId, liens }: Props) {
  return (
    <div className={css.tab}>
      {liens}
      <div className={css.byMail}>
        <InvitePanel evenementId={evenementId} />
        <InvitationsEnvoyees evenementId={evenementId} />
      </div>
    </div>
  )
}

function InvitePanel({ evenementId }: { evenementId: number }) {
  return (
    <section className={css.panel} aria-labelledby="inviter">
      <h2 id="inviter">Inviter un participant</h2>
      <p className="meta">
        {french("La personne reçoit une invitation ; sa place lui est gardée jusqu'à sa réponse.")}
      </p>
      <InviteForm evenementId={evenementId} />
    </section>
  )
}
