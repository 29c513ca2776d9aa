import type { QueryClient } from '@tanstack/react-query'
import type { EvenementLive } from '#domain/live/live.ts'
import type { QueryMeta } from '#src/api/queryMeta.ts'

/** What a tab must refetch: single events, or everything after a gap in the stream. */
export type LiveNews = readonly EvenementLive[] | 'tout'

/** During an event, photos arrive every second: refetch lists at most once per this time. Milliseconds. */
const throttleMs = 1000

/** Refetches the queries of this tab one batch at a time, so that many events do not overload a slow network. */
export class LiveInvalidation {
  readonly #client: QueryClient
  #waiting: readonly LiveNews[] = []
  #isWorking = false

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** Refetches queries on screen now; the others when they are shown. */
  refresh(news: LiveNews): void {
    this.#waiting = [...this.#waiting, news]
    if (!this.#isWorking) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      const throttle = new Promise((resolve) => {
        setTimeout(resolve, throttleMs)
      })
      // A response in flight may be older than the event: invalidating fetches again.
      await this.#client
        .invalidateQueries({ predicate: ({ meta }) => batch.some((news) => isConcerned(meta, news)) })
        .catch(() => undefined)
      await throttle
    }
    this.#isWorking = false
  }
}

function isConcerned({ live = [], evenementId }: QueryMeta = {}, news: LiveNews): boolean {
  if (news === 'tout') return live.length > 0
  return news.some(
    ({ sujet, evenement_id: id }) =>
      live.includes(sujet) && (id === null || evenementId === undefined || evenementId === id),
  )
}
