import type { ReactNode } from 'react'
import css from './Key.module.css'

/** A keyboard key, as a hint beside the button with the same action. */
export function Key({ children }: { children: ReactNode }) {
  return (
    <kbd className={css.key} data-part="key" aria-hidden="true">
      {children}
    </kbd>
  )
}
