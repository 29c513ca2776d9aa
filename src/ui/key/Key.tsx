import type { ReactNode } from 'react'
import css from './Key.module.css'

/** A key of the keyboard, as a hint beside the button that does the same. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className={css.key} data-part="key" aria-hidden="true">
      {children}
    </kbd>
  )
}
