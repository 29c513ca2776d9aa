import type { ReactNode } from 'react'
import { Burst } from '#src/ui/brand/Burst.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import css from './State.module.css'

interface Props {
  title: string
  /** An icon instead of the burst, where nothing is to be celebrated. */
  icon?: ReactNode
  action?: ReactNode
  /** `h1` where it is all that the page has to say. */
  heading?: 'h1' | 'h2' | 'h3'
  children?: ReactNode
}

/** Nothing here yet: one sentence, at most one action. */
export function EmptyState({ title, icon, action, heading: Heading = 'h2', children }: Props) {
  return (
    <div className={css.empty} data-part="empty">
      {icon ?? <Burst className={classNames(css.emptyMark, css.emptyBurst)} />}
      <Heading>{french(title)}</Heading>
      {children !== undefined && <p>{french(children)}</p>}
      {action}
    </div>
  )
}
