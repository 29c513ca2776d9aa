import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { EvenementLive } from '#domain/live/live.ts'

/** What a tab is to ask for again: single events, or everything after a time in which it heard nothing. */
export type LiveNews = readonly EvenementLive[] | 'tout'

/** At a party photos arrive by the second: lists are read again at most once in this time. Milliseconds. */
const paceMs = 1000

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

/** Keys, or starts of keys, of the lists that one event of the stream is about. */
export function listsOf({ sujet, evenement_id: id }: EvenementLive): readonly QueryKey[] {
  // A notification may tell of an invitation, a thank-you, a changed event or a request to remove a media.
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

/** Reads lists of this tab again, one batch after the other, so that a flood of news never starves a slow line. */
export class StaleLists {
  readonly #client: QueryClient
  readonly #waiting = new Map<string, QueryKey>()
  #isWorking = false

  constructor(client: QueryClient) {
    this.#client = client
  }

  /** What stands on screen is asked for now; the rest when it is looked at. */
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
      const pace = new Promise((resolve) => {
        setTimeout(resolve, paceMs)
      })
      // An answer under way may be older than the news: it is asked for anew.
      await Promise.all(keys.map((queryKey) => this.#client.invalidateQueries({ queryKey }).catch(() => undefined)))
      await pace
    }
    this.#isWorking = false
  }
}
