import { Button } from '#src/ui/button/Button.tsx'
import css from './Sheet.module.css'

interface Props {
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  /** Absent while there is no way back. */
  onCancel: (() => void) | undefined
}

/** The foot of a question: way out on the left, deed on the right. */
export function Choices({ confirm, cancel = 'Annuler', danger = true, busy, ...on }: Props) {
  return (
    <div className={css.sheetChoices}>
      <Button disabled={on.onCancel === undefined} onClick={on.onCancel}>
        {cancel}
      </Button>
      <Button danger={danger} look={danger ? undefined : 'primary'} busy={busy ?? false} onClick={on.onConfirm}>
        {confirm}
      </Button>
    </div>
  )
}
