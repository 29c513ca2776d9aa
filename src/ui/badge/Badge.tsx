import type { ReactNode } from 'react'
import type { Tone } from '#domain/texte/tone.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import css from './Badge.module.css'

interface Props {
  tone: Tone
  /** Animates the dot: the state is in progress. */
  live?: boolean
  className?: string | undefined
  children: ReactNode
}

/** A state in one word, with a dot in its tone. */
export function Badge({ tone, live, className, children }: Props) {
  return (
    <span className={classNames(css.badge, live && css.badgeLive, className)} data-tone={tone} data-part="badge">
      {children}
    </span>
  )
}
