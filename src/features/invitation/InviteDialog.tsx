import { Sheet } from '#src/ui/sheet/Sheet.tsx'
import { InviteForm } from './InviteForm.tsx'

/** The invitation modal: one required e-mail field (specification, section 2). */
export function InviteDialog({ evenementId, onClose }: { evenementId: number; onClose: () => void }) {
  return (
    <Sheet title="Inviter un participant" onClose={onClose}>
      <InviteForm evenementId={evenementId} />
    </Sheet>
  )
}
