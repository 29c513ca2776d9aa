import { CircleAlert } from 'lucide-react'
import { decisionQueue } from '#src/pwa/decisions/decisions.ts'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { count } from '#src/ui/text/quantities.ts'
import type { KeptDecision } from '#upload-queue/decisions/decision.ts'
import css from './Desk.module.css'

/** Maximum number of refusals shown with their own line. */
const maxLines = 2

/** Decisions of this device that the server refused, with the reason; the server's data is unchanged. */
export function RefusedDecisions({ refused }: { refused: readonly KeptDecision[] }) {
  if (refused.length === 0) return null
  const shown = refused.slice(0, maxLines)
  const rest = refused.length - shown.length
  return (
    <div className={css.refused}>
      {shown.map((one) => (
        <Banner
          key={one.id}
          tone="amber"
          announce="alert"
          icon={<CircleAlert />}
          title={`${one.name}. `}
          action={
            <Button {...rowAction('lu')} look="quiet" onClick={() => read([one])}>
              J'ai lu
            </Button>
          }
        >
          {`${withStop(one.refusal?.message ?? '')} Votre décision n'a rien changé.`}
        </Banner>
      ))}
      {rest > 0 && (
        <Banner
          tone="amber"
          action={
            <Button {...rowAction('tout-lu')} look="quiet" onClick={() => read(refused)}>
              Tout est lu
            </Button>
          }
        >
          {`${count(rest, "autre décision n'a", "autres décisions n'ont")} rien changé non plus.`}
        </Banner>
      )}
    </div>
  )
}

/** Several specified sentences have no full stop: "Média non trouvé". */
function withStop(sentence: string): string {
  return sentence.replace(/[^.!?]$/, '$&.')
}

function read(which: readonly KeptDecision[]): void {
  decisionQueue.dismiss(which.map(({ id }) => id)).catch(() => undefined)
}
