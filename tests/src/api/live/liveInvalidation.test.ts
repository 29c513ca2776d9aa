import { QueryClient, type QueryKey, type QueryMeta, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EvenementLive } from '#domain/live/live.ts'
import { LiveInvalidation } from '#src/api/live/liveInvalidation.ts'
import { offresQuery } from '#src/features/album/album.queries.ts'
import {
  evenementOrganisateurQuery,
  limitesQuery,
  mesEvenementsQuery,
} from '#src/features/evenement/evenement.queries.ts'
import { inscriptionsQuery } from '#src/features/inscription/inscription.queries.ts'
import { galerieIndexQuery } from '#src/features/media/galerie.queries.ts'
import { demandesQuery, pendingQuery } from '#src/features/moderation/desk.queries.ts'
import { notificationsQuery } from '#src/features/notification/notification.queries.ts'
import { tableauOrganisateurQuery } from '#src/features/tableau/tableau.queries.ts'

let client: QueryClient
let asked: string[]
let invalidation: LiveInvalidation
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  asked = []
  invalidation = new LiveInvalidation(client)
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

interface Shown {
  readonly queryKey: QueryKey
  readonly meta?: QueryMeta | undefined
}

/** Mounts queries of the app, with answers that need no server. */
async function shown(...queries: readonly Shown[]): Promise<void> {
  for (const { queryKey, meta } of queries) {
    const observer = new QueryObserver(client, {
      queryKey,
      ...(meta && { meta }),
      queryFn: () => {
        asked.push(queryKey.join(' '))
        return asked.length
      },
    })
    observer.subscribe(() => undefined)
  }
  await vi.advanceTimersByTimeAsync(0)
  asked.length = 0
}

const all = [
  notificationsQuery,
  mesEvenementsQuery,
  evenementOrganisateurQuery(1),
  limitesQuery,
  inscriptionsQuery(1),
  galerieIndexQuery(1, 'participant'),
  galerieIndexQuery(1, 'organisateur'),
  pendingQuery(1),
  demandesQuery(1),
  offresQuery(1),
  tableauOrganisateurQuery,
]
const cases: readonly (readonly [EvenementLive, readonly string[]])[] = [
  [
    { sujet: 'notification', evenement_id: null },
    ['demandes 1', 'evenements inscrits', 'evenements organisateur 1', 'notifications', 'tableau organisateur'],
  ],
  [
    { sujet: 'inscription', evenement_id: 1 },
    [
      'evenements inscrits',
      'evenements organisateur 1',
      'galerie participant 1 index',
      'inscriptions 1',
      'tableau organisateur',
    ],
  ],
  [
    { sujet: 'media', evenement_id: 1 },
    [
      'album 1',
      'demandes 1',
      'evenements organisateur 1',
      'galerie organisateur 1 attente',
      'galerie organisateur 1 index',
      'galerie participant 1 index',
      'tableau organisateur',
    ],
  ],
  // The lists of all events, and those that count them.
  [{ sujet: 'media', evenement_id: 2 }, ['evenements organisateur 1', 'tableau organisateur']],
]
for (const [event, expected] of cases)
  test(`refetches what a live event of ${event.sujet} ${event.evenement_id ?? ''} concerns`, async () => {
    await shown(...all)
    invalidation.refresh([event])
    await vi.advanceTimersByTimeAsync(0)
    expect(asked.toSorted()).toEqual(expected)
  })

test('refetches a list at most once a second during many events, and once at the end', async () => {
  await shown(pendingQuery(1))
  for (let n = 0; n < 50; n += 1) {
    invalidation.refresh([{ sujet: 'media', evenement_id: 1 }])
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(asked.length).toBe(3)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.length).toBe(4)
})

test('refetches a query once when several events of a batch concern it', async () => {
  await shown(tableauOrganisateurQuery)
  invalidation.refresh([
    { sujet: 'media', evenement_id: 1 },
    { sujet: 'inscription', evenement_id: 1 },
  ])
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['tableau organisateur'])
})

test('refetches all live data, and nothing else, after a gap', async () => {
  await shown(...all)
  invalidation.refresh('tout')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.length).toBe(all.length - 1)
  expect(asked).not.toContain(limitesQuery.queryKey.join(' '))
})
