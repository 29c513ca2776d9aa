import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StaleLists } from '#src/api/live/staleLists.ts'

let client: QueryClient
let asked: string[]
let lists: StaleLists
beforeEach(() => {
  vi.useFakeTimers()
  client = new QueryClient()
  asked = []
  lists = new StaleLists(client)
})
afterEach(() => {
  client.clear()
  vi.useRealTimers()
})

/** A mounted list. */
async function shown(...queryKey: unknown[]): Promise<void> {
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: () => {
      asked.push(queryKey.join(' '))
      return asked.length
    },
  })
  observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  asked.length = 0
}

test('does not refetch lists of other events for a photo of one event', async () => {
  await shown('galerie', 'participant', 1)
  await shown('galerie', 'participant', 2)
  await shown('notifications')
  lists.refresh([{ sujet: 'media', evenement_id: 2 }])
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['galerie participant 2'])
})

test('refetches a list at most once a second during many events, and once at the end', async () => {
  await shown('galerie', 'organisateur', 1)
  for (let n = 0; n < 50; n += 1) {
    lists.refresh([{ sujet: 'media', evenement_id: 1 }])
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(asked.length).toBe(3)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.length).toBe(4)
})

test('refetches only live data after a gap', async () => {
  await shown('notifications')
  await shown('inscriptions', 3)
  await shown('limites')
  lists.refresh('tout')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.toSorted()).toEqual(['inscriptions 3', 'notifications'])
})
