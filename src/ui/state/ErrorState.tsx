import { CloudOff, Lock, RotateCw, Search } from 'lucide-react'
import { useId } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { ButtonLink } from '#src/ui/button/ButtonLink.tsx'
import { rowAction } from '#src/ui/row/rowAction.ts'
import { french } from '#src/ui/text/french.ts'
import css from './State.module.css'

interface Props {
  /** The specified sentence. */
  message: string
  detail?: string | undefined
  /** The server answered 404 (not found) or 403 (not for this person): a retry would change nothing. */
  refusal?: 403 | 404 | undefined
  onRetry?: (() => void) | undefined
}

/**
 * An error message with "Réessayer", or with a link back when the server refuses access. A retry that replaces it moves
 * the focus to the nearest heading.
 */
export function ErrorState({ message, detail, refusal, onRetry }: Props) {
  const id = useId()
  const Mark = refusal === undefined ? CloudOff : marks[refusal]
  return (
    <div className={css.empty} role="alert" data-part="empty">
      <Mark />
      <p>
        <b>{french(message)}</b>
      </p>
      {detail !== undefined && <p>{french(detail)}</p>}
      {refusal !== undefined && <ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      {refusal === undefined && onRetry && (
        <Button {...rowAction(id)} onClick={onRetry}>
          <RotateCw />
          {phrases.reessayer}
        </Button>
      )}
    </div>
  )
}

const marks = { 403: Lock, 404: Search } as const
