import type { ReactNode } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Facts.module.css'

/** A short list of facts, each with an icon. */
export function Facts({ children }: { children: ReactNode }) {
  return <ul className={classNames(css.facts, 'meta')}>{children}</ul>
}

/** One line of {@link Facts}. */
export function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  )
}
