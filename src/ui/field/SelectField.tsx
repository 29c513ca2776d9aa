import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { FieldFrame } from './Field.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Field.module.css'

interface Props extends ComponentProps<'select'> {
  label: string
  error?: string | undefined
  options: readonly { value: string; label: string }[]
}

/** One of a list, native. */
export function SelectField({ label, error, options, ...select }: Props) {
  return (
    <FieldFrame label={label} error={error}>
      {(ids) => (
        <div className={css.select}>
          <select {...select} {...ids} className={classNames(css.control)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown />
        </div>
      )}
    </FieldFrame>
  )
}
