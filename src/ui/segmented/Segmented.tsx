import { useId } from 'react'
import { french } from '#src/ui/text/french.ts'
import css from './Segmented.module.css'

interface Props<V extends string> {
  label: string
  name?: string
  value?: V
  defaultValue?: string | undefined
  options: readonly { value: V; label: string }[]
  onChange?: (value: V) => void
}

/** Two or three exclusive choices as native radio buttons, which support arrow keys. */
export function Segmented<V extends string>({ label, name, value, defaultValue, options, onChange }: Props<V>) {
  const id = useId()
  return (
    <div className={css.segmented} role="radiogroup" aria-label={label} data-part="segmented">
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name ?? id}
            value={option.value}
            {...(value === undefined
              ? { defaultChecked: option.value === defaultValue }
              : { checked: option.value === value })}
            onChange={() => onChange?.(option.value)}
          />
          {french(option.label)}
        </label>
      ))}
    </div>
  )
}
