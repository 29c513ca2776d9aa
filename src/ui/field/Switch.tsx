import type { ComponentProps, ReactNode } from 'react'
import { french } from '#src/ui/text/french.ts'
import css from './Field.module.css'

interface Props extends ComponentProps<'input'> {
  children: ReactNode
  checked: boolean
  /** Its effect, shown below its name. */
  hint?: string
}

/** A switch with immediate effect. */
export function Switch({ children, hint, checked, ...input }: Props) {
  return (
    <label className={css.switch}>
      <span>
        {children}
        {hint !== undefined && <span className={css.switchHint}>{french(hint)}</span>}
      </span>
      <input type="checkbox" role="switch" checked={checked} aria-checked={checked} {...input} />
    </label>
  )
}
