import type { ReactNode } from 'react'
import type { Tone } from '#domain/texte/tone.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import css from './Banner.module.css'
import { useMayAppear } from './useMayAppear.ts'

interface Props {
  tone?: Tone
  /** Full width, dark: for messages about the whole app, above it. Appears only while nothing is pressed. */
  bar?: boolean
  icon?: ReactNode
  title?: string
  action?: ReactNode
  className?: string | undefined
  /** ARIA role: announces the banner when it appears. */
  announce?: 'status' | 'alert'
  children?: ReactNode
}

/** An inline message with a tone. */
export function Banner({ tone, bar, icon, title, action, className, announce, children }: Props) {
  if (!useMayAppear(bar === true)) return null
  return (
    <div
      className={classNames(css.banner, bar && css.bannerBar, className)}
      data-tone={tone}
      data-part="banner"
      role={announce}
    >
      {icon}
      <p>
        {title !== undefined && <b>{french(title)}</b>}
        {french(children)}
      </p>
      {action}
    </div>
  )
}
