import type { ReactNode } from 'react'
import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { InviteForm } from './InviteForm.tsx'

interface Props {
  evenementId: number
  /** The event's QR code: most people enter by it. */
  qr: ReactNode
  onClose: () => void
}

/** The QR code first, then the invitation modal's one required e-mail field (specification, section 2). */
export function InviteDialog({ evenementId, qr, onClose }: Props) {
  return (
    <Sheet title="Inviter un participant" onClose={onClose}>
      <div className="stack" style={{ '--gap': 'var(--space-6)' }}>
        {qr}
        <InviteForm evenementId={evenementId} />
      </div>
    </Sheet>
  )
}
