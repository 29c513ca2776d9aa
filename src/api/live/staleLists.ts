import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { EvenementLive } from '#domain/live/live.ts'

/** What a tab must refetch: single events, or everything after a gap in the stream. */
export type LiveNews = readonly EvenementLive[] | 'tout'

/** During an event, photos arrive every second: refetch lists at most once per this time. Milliseconds. */
const throttleMs = 1000

const all: readonly QueryKey[] = [
  ['notifications'],
  ['invitations'],
  ['invitationsEnvoyees'],
  ['evenements'],
  ['galerie'],
  ['demandes'],
  ['mesMedias'],
  ['insight'],
  ['inscriptions'],
  ['contributeurs'],
  ['recompenses'],
  ['tableau'],
]

/** Query keys, or key prefixes, of the lists affected by one live event. */
export function listsOf({ sujet, evenement_id: id }: EvenementLive): readonly QueryKey[] {
  // A notification can concern an invitation, a thank-you, a changed event or a removal request.
  if (sujet === 'notification')
    return [['notifications'], ['invitations'], ['evenements'], ['recompenses'], ['tableau'], ['demandes']]
  if (sujet === 'inscription')
    return [['inscriptions', id], ['invitationsEnvoyees', id], ['evenements'], ['invitations'], ['tableau']]
  return [
    ['galerie', 'participant', id],
    ['galerie', 'organisateur', id],
    ['demandes', id],
    ['evenements', 'organisateur'],
    ['contributeurs', id],
    ['tableau'],
    ['mesMedias'],
    ['insight'],
  ]
}

/** Refetches lists of this tab one batch at a time, so that many events do not overload a slow network. */
export class StaleLists {
  readonly #client: QueryClient
  readonly #waiting = new Map<string, QueryKey>()
  #isWorking = false

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** Refetches lists on screen now; the others when they are shown. */
  refresh(news: LiveNews): void {
    const keys = news === 'tout' ? all : news.flatMap(listsOf)
    for (const key of keys) this.#waiting.set(JSON.stringify(key), key)
    if (!this.#isWorking) void this.#work()
  }

  async #work(): Promise<void> {
    this.#isWorking = true
    while (this.#waiting.size > 0) {
      const keys = [...this.#waiting.values()]
      this.#waiting.clear()
      const throttle = new Promise((resolve) => {
        setTimeout(resolve, throttleMs)
      })
      // A response in flight may be older than the event: invalidating fetches again.
      await Promise.all(keys.map((queryKey) => this.#client.invalidateQueries({ queryKey }).catch(() => undefined)))
      await throttle
    }
    this.#isWorking = false
  }
}
