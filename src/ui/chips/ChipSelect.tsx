import { ChevronDown } from 'lucide-react'
import css from './Chips.module.css'

interface Props {
  label: string
  /** '' selects the first option, "no filter". */
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A filter with many values: a native select that looks like a chip. */
export function ChipSelect({ label, value, options, onChange }: Props) {
  return (
    <span className={css.chipSelect}>
      <select
        className={css.chip}
        aria-label={label}
        value={value}
        data-chosen={value !== '' || undefined}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown />
    </span>
  )
}
