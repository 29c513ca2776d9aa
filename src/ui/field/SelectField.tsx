import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame } from './Field.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Field.module.css'

interface Props extends ComponentProps<'select'> {
  label: string
  error?: string | undefined
  options: readonly Option[]
}

interface Option {
  readonly value: string
  readonly label: string
  /** Label of its option group. */
  readonly group?: string
}

/** A labelled select. Options of one `group` are listed together, under its name. */
export function SelectField({ label, error, options, ...select }: Props) {
  return (
    <FieldFrame label={label} error={error}>
      {(ids) => (
        <div className={css.select}>
          <select {...select} {...ids} className={classNames(css.control)}>
            {[...Map.groupBy(options, ({ group }) => group)].map(([group, members]) =>
              group === undefined ? (
                members.map(optionOf)
              ) : (
                <optgroup key={group} label={group}>
                  {members.map(optionOf)}
                </optgroup>
              ),
            )}
          </select>
          <ChevronDown />
        </div>
      )}
    </FieldFrame>
  )
}

function optionOf({ value, label }: Option) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  )
}
