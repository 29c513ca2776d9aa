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

/** A list that stands on screen. */
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

test('a photo of one event leaves the lists of the others alone', async () => {
  await shown('galerie', 'participant', 1)
  await shown('galerie', 'participant', 2)
  await shown('notifications')
  lists.refresh([{ sujet: 'media', evenement_id: 2 }])
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toEqual(['galerie participant 2'])
})

test('a flood of news reads a list again once a second at most, and once more at its end', async () => {
  await shown('galerie', 'organisateur', 1)
  for (let n = 0; n < 50; n += 1) {
    lists.refresh([{ sujet: 'media', evenement_id: 1 }])
    await vi.advanceTimersByTimeAsync(50)
  }
  expect(asked.length).toBe(3)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.length).toBe(4)
})

test('after a gap everything that lives is asked for again, and nothing else', async () => {
  await shown('notifications')
  await shown('inscriptions', 3)
  await shown('limites')
  lists.refresh('tout')
  await vi.advanceTimersByTimeAsync(0)
  expect(asked.toSorted()).toEqual(['inscriptions 3', 'notifications'])
})
