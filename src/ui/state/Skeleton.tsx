import type { ReactNode } from 'react'
import { useDelay } from '#src/ui/now/useDelay.ts'
import { Status } from '#src/ui/text/Status.tsx'
import css from './State.module.css'

interface Props {
  /** Accessible name: "Chargement des événements". */
  label: string
  /** The page's heading while it has no other. */
  title?: string
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

/** One animated placeholder; sizes are CSS lengths. */
export function Skeleton({ width, height, radius }: { width?: string; height: string; radius?: string }) {
  return <span className={css.skeleton} style={{ display: 'block', width, height, borderRadius: radius }} />
}
