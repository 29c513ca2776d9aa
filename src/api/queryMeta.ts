import type { sujetsLive } from '#domain/live/live.ts'

/** What each query declares about itself. */
export interface QueryMeta extends Record<string, unknown> {
  /**
   * Live topics that make its answer stale; a notification can be about an invitation, a thank-you or a changed event.
   */
  readonly live?: readonly (typeof sujetsLive)[number][]
  /** Its event, if news of other events do not concern it. */
  readonly evenementId?: number
  /** Whether a reload of the tab shows its last answer at once, see sessionQueries.ts. */
  readonly isSessionBound?: boolean
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta
  }
}
