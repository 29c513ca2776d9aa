import { type FocusEvent, useRef } from 'react'
import { revealInRow } from '#src/ui/row/revealInRow.ts'
import { useSelectedInView } from '#src/ui/row/useSelectedInView.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import css from './Chips.module.css'

interface Props<V extends string> {
  label: string
  value: V
  options: readonly { value: V; label: string; count?: number | undefined }[]
  onChange: (value: V) => void
  /** Underlined words instead of pills, at the top of a page. */
  look?: 'line'
}

/** Buttons for one of a few filters, the chosen one pressed, each with its number of results. */
export function Chips<V extends string>({ label, value, options, onChange, look }: Props<V>) {
  const row = useRef<HTMLFieldSetElement>(null)
  useSelectedInView(row, '[aria-pressed=true]')
  return (
    <fieldset ref={row} className={css.chips} data-part="chips" data-look={look}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={css.chip}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          onFocus={showFocused}
        >
          {option.label}{' '}
          {option.count !== undefined && <span className={css.chipCount}>{formatNumber(option.count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/** A browser leaves a chip that is partly hidden where it is. A pressed one must not move before it is released. */
function showFocused({ currentTarget: chip }: FocusEvent<HTMLButtonElement>): void {
  if (chip.matches(':focus-visible') && chip.parentElement) revealInRow(chip.parentElement, chip)
}
