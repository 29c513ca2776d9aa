import type { ReactNode } from 'react'
import { useDelay } from '#src/ui/now/useDelay.ts'
import { Status } from '#src/ui/text/Status.tsx'
import css from './State.module.css'

interface Props {
  /** Accessible name: "Chargement des événements". */
  label: string
  /** The page's heading while it has no other. */
  title?: string | undefined
  children: ReactNode
}

/** Shows placeholders with the size of the content after 200 ms. */
export function Loading({ label, title, children }: Props) {
  const shown = useDelay(200)
  return (
    <div aria-busy="true">
      {title !== undefined && <h1 className="visually-hidden">{title}</h1>}
      <Status hidden>{label}</Status>
      <div aria-hidden="true" style={{ visibility: shown ? 'visible' : 'hidden' }}>
        {children}
      </div>
    </div>
  )
}

const rowGap = { '--gap': 'var(--space-2)' }

interface BoxProps extends Omit<Props, 'children'> {
  /** Height of a box, a CSS length; fills the element of `className` when absent. */
  height?: string
  radius?: string
  /** Number of equal boxes below each other. */
  rows?: number
  /** The layout around the boxes; a stack when absent. */
  className?: string | undefined
  /** Placeholders above the boxes. */
  children?: ReactNode
}

/** Placeholders of equal boxes: {@link Loading} for a card, or for the rows of a list. */
export function LoadingBox({ label, title, height = '100%', radius, rows = 1, className, children }: BoxProps) {
  return (
    <Loading label={label} title={title}>
      <div className={className ?? 'stack'} style={className === undefined ? rowGap : undefined}>
        {children}
        {Array.from({ length: rows }, (_, row) => (
          <Skeleton key={row} height={height} radius={radius} />
        ))}
      </div>
    </Loading>
  )
}

/** An animated placeholder with exactly the size of its children, which are invisible: for content of known words. */
export function SkeletonOf({ children }: { children: ReactNode }) {
  return (
    <div className={css.skeleton} inert>
      <div style={{ visibility: 'hidden' }}>{children}</div>
    </div>
  )
}

/** One animated placeholder; sizes are CSS lengths. */
export function Skeleton({ width, height, radius }: { width?: string; height: string; radius?: string | undefined }) {
  return <span className={css.skeleton} style={{ display: 'block', width, height, borderRadius: radius }} />
}
