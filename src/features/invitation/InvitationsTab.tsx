import type { ReactNode } from 'react'
import { InvitationsEnvoyees } from './InvitationsEnvoyees.tsx'
import { InvitePanel } from './InvitePanel.tsx'
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
