import type { ComponentProps } from 'react'
import { french } from '#src/ui/text/french.ts'
import css from './Field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange' | 'children'> {
  /** Its name: "Par e-mail", "Compte actif de Léa Moreau". */
  label: string
  /** Shown beside the switch instead of its name: the state in a word, in a table. */
  word?: string
  /** Its effect, shown below its name. */
  hint?: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with immediate effect. */
export function Switch({ label, word, hint, checked, onChange, ...input }: Props) {
  return (
    <label className={css.switch}>
      {word === undefined && (
        <span>
          {label}
          {hint !== undefined && <span className={css.switchHint}>{french(hint)}</span>}
        </span>
      )}
      <input
        type="checkbox"
        role="switch"
        {...input}
        checked={checked}
        aria-checked={checked}
        aria-label={word === undefined ? undefined : label}
        onChange={(event) => onChange(event.target.checked)}
      />
      {word !== undefined && <span aria-hidden="true">{word}</span>}
    </label>
  )
}
