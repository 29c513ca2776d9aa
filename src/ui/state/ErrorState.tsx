import { CloudOff, RotateCw } from 'lucide-react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import css from './State.module.css'

interface Props {
  /** The specified sentence. */
  message: string
  detail?: string | undefined
  onRetry?: (() => void) | undefined
}

/** Something failed: its sentence, and Réessayer. */
export function ErrorState({ message, detail, onRetry }: Props) {
  return (
    <div className={css.empty} role="alert" data-part="empty">
      <CloudOff className={css.emptyMark ?? ''} />
      <p>
        <b>{french(message)}</b>
      </p>
      {detail !== undefined && <p>{french(detail)}</p>}
      {onRetry && (
        <Button onClick={onRetry}>
          <RotateCw />
          {phrases.reessayer}
        </Button>
      )}
    </div>
  )
}
