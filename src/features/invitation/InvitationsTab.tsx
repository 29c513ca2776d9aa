import type { ReactNode } from 'react'
import { InvitationsEnvoyees } from './InvitationsEnvoyees.tsx'
import { InvitePanel } from './InvitePanel.tsx'
import css from './Invitation.module.css'

interface Props {
  evenementId: number
  /** For everybody at once: links and their QR codes. */
  liens: ReactNode
}

/** The invitations tab of an event: links for everybody, e-mails for one at a time. */
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
