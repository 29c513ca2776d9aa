import type { ReactNode, Ref } from 'react'
import { Burst } from '#src/ui/brand/Burst.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import css from './State.module.css'

interface Props {
  title: string
  /** An icon instead of the burst, for neutral states; it gets the size of the burst. */
  icon?: ReactNode
  action?: ReactNode
  /** `h1` when it is the only content of the page. */
  heading?: 'h1' | 'h2' | 'h3'
  /** To move the focus to the title. */
  titleRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

/** Empty state of a list: one sentence, at most one action. */
export function EmptyState({ title, icon, action, heading: Heading = 'h2', titleRef, children }: Props) {
  return (
    <div className={css.empty} data-part="empty">
      {icon ?? <Burst className={classNames(css.emptyMark, css.emptyBurst)} />}
      <Heading ref={titleRef} tabIndex={titleRef === undefined ? undefined : -1}>
        {french(title)}
      </Heading>
      {children !== undefined && <p>{french(children)}</p>}
      {action}
    </div>
  )
}
