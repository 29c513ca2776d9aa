import { type ComponentProps, type ReactNode, useId } from 'react'
import { FieldError } from './Field.tsx'
import css from './Field.module.css'

interface Props extends ComponentProps<'input'> {
  error?: string | undefined
  children: ReactNode
}

/** A checkbox with its label, 44 px high, and below them what is wrong. */
export function Check({ error, children, ...input }: Props) {
  const errorId = useId()
  const isWrong = error !== undefined
  return (
    <>
      <label className={css.check}>
        <input
          type="checkbox"
          {...input}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? errorId : undefined}
        />
        <span>{children}</span>
      </label>
      {isWrong && <FieldError id={errorId}>{error}</FieldError>}
    </>
  )
}
