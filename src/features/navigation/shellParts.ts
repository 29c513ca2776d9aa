import type { ReactNode } from 'react'

/** What the bell shows and opens. */
export interface Notifications {
  readonly count: number
  /** The count in words, for screen readers. */
  readonly label: string
  readonly panelId: string
  readonly panel: ReactNode
}
