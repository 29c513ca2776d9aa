import type { ReactNode } from 'react'
import css from './Progress.module.css'

interface Props {
  value: number
  max: number
  /** Accessible name: the whole sentence. */
  label: string
  /** Content of the middle; the two numbers by default. */
  children?: ReactNode
}

/** A progress ring around its numbers. */
export function Ring({ value, max, label, children }: Props) {
  const percent = max === 0 ? 0 : (value / max) * 100
  return (
    <span className={css.ring} data-part="ring" data-tone="green">
      <svg viewBox="0 0 40 40" aria-hidden="true">
        <circle cx="20" cy="20" r="18" />
        {percent > 0 && <circle cx="20" cy="20" r="18" pathLength="100" strokeDasharray={`${percent} 100`} />}
      </svg>
      <span aria-hidden="true">{children ?? `${value}/${max}`}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
