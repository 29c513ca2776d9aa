import type { ComponentProps, ReactNode } from 'react'
import css from './Field.module.css'

/** A checkbox with its label, 44 px high. */
export function Check({ children, ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={css.check}>
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  )
}
