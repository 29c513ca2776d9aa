import type { ComponentProps } from 'react'
import css from '#src/ui/field/Field.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'onChange'> {
  /** Accessible name: "Compte actif de Léa Moreau". */
  label: string
  /** The state in a word, shown beside it. */
  word: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with immediate effect. */
export function Switch({ label, word, checked, onChange, ...input }: Props) {
  return (
    <label className={css.switch}>
      <input
        type="checkbox"
        role="switch"
        {...input}
        checked={checked}
        aria-checked={checked}
        aria-label={label}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span aria-hidden="true">{word}</span>
    </label>
  )
}
