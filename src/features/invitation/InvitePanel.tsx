import { InviteForm } from './InviteForm.tsx'
import { french } from '#src/ui/text/french.ts'
import css from './Invitation.module.css'

export function InvitePanel({ evenementId }: { evenementId: number }) {
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
