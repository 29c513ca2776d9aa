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
  /** It stands for the whole content of its section: a retry moves the focus to the section's heading. */
  whole?: boolean
}

/** An error message with "Réessayer", or with a link back when the server refuses access. */
export function ErrorState({ message, detail, refusal, onRetry, whole = false }: Props) {
  const id = useId()
  const Mark = refusal === undefined ? CloudOff : marks[refusal]
  return (
    <div className={css.empty} role="alert" data-part="empty">
      <Mark className={css.emptyMark ?? ''} />
      <p>
        <b>{french(message)}</b>
      </p>
      {detail !== undefined && <p>{french(detail)}</p>}
      {refusal !== undefined && <ButtonLink to="/">{phrases.retourAccueil}</ButtonLink>}
      {refusal === undefined && onRetry && (
        <Button {...(whole && rowAction(id))} onClick={onRetry}>
          <RotateCw />
          {phrases.reessayer}
        </Button>
      )}
    </div>
  )
}

const marks = { 403: Lock, 404: Search } as const
