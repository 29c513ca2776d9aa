import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import { Sheet } from './Sheet.tsx'
import css from './Sheet.module.css'

interface Props {
  title: string
  /** The specified question. */
  question: string
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Asks before something that cannot be undone: way out on the left, deed on the right, focus on the title. */
export function ConfirmDialog({ title, question, confirm, cancel = 'Annuler', danger = true, busy, ...on }: Props) {
  return (
    <Sheet
      title={title}
      alert
      onClose={on.onCancel}
      foot={
        <div className={css.sheetChoices}>
          <Button onClick={on.onCancel}>{cancel}</Button>
          <Button danger={danger} look={danger ? undefined : 'primary'} busy={busy ?? false} onClick={on.onConfirm}>
            {confirm}
          </Button>
        </div>
      }
    >
      <p>{french(question)}</p>
    </Sheet>
  )
}
