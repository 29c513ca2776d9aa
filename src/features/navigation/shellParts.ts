import type { ReactNode } from 'react'

/** Content of the bell and its panel. */
export interface Notifications {
  readonly count: number
  /** The count in words, for screen readers. */
  readonly label: string
  readonly panelId: string
  readonly panel: ReactNode
}
