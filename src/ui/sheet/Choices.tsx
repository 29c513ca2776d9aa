import { Button } from '#src/ui/button/Button.tsx'
import css from './Sheet.module.css'

interface Props {
  confirm: string
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  /** Absent while cancelling is not possible. */
  onCancel: (() => void) | undefined
}

/** Footer of a confirmation: cancel on the left, the action on the right. */
export function Choices({ confirm, cancel = 'Annuler', danger = true, busy, ...on }: Props) {
  return (
    <div className={css.sheetChoices}>
      <Button disabled={on.onCancel === undefined} onClick={on.onCancel}>
        {cancel}
      </Button>
      <Button
        danger={danger}
        look={danger ? undefined : 'primary'}
        busy={busy ?? false}
        // The second click of a double click comes before the button is shown as busy.
        onClick={({ detail }) => detail < 2 && on.onConfirm()}
      >
        {confirm}
      </Button>
    </div>
  )
}
