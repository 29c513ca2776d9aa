import type { ReactNode } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Facts.module.css'

/** What there is to know in a few lines, an icon before each. */
export function Facts({ children }: { children: ReactNode }) {
  return <ul className={classNames(css.facts, 'meta')}>{children}</ul>
}

/** One line of them. */
export function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li>
      {icon}
      <span>{children}</span>
    </li>
  )
}
