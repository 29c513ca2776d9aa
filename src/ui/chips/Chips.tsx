import css from './Chips.module.css'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string; count?: number | undefined }[]
  onChange: (value: V) => void
  /** Words over a line instead of pills, for the row that heads a page. */
  look?: 'line'
}

/** One filter out of a few, each with how many it holds. */
export function Chips<V extends string>({ label, value, options, onChange, look }: Props<V>) {
  return (
    <fieldset className={css.chips} data-part="chips" data-look={look}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label} {option.count !== undefined && <span className={css.chipCount}>{option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}
