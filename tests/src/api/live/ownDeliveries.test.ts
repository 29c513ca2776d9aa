import { afterEach, beforeAll, expect, test } from 'vitest'
import { followOwnDeliveries } from '#src/api/live/ownDeliveries.ts'
import { clearQueueView, showQueue } from '#src/pwa/queue/queueViewStore.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

const delivered: number[] = []
beforeAll(() => followOwnDeliveries((evenementId) => delivered.push(evenementId)))
afterEach(() => {
  clearQueueView()
  delivered.length = 0
})

const sending = (id: string) => unEnvoi('sending', { id })
const done = (id: string, evenementId = 1) => unEnvoi('done', { id, evenementId })

test('names the event once when several of its photos are received together', () => {
  showQueue({ ready: true, items: [sending('a'), sending('b')] })
  showQueue({ items: [done('a'), done('b'), done('c', 2)] })
  expect(delivered).toEqual([1, 2])
})

test('names no event for photos that were received before the queue was read', () => {
  showQueue({ items: [done('a')] })
  showQueue({ ready: true, items: [done('a'), sending('b')] })
  showQueue({ ready: true, items: [done('a')] })
  expect(delivered).toEqual([])
})

test("names no event for the next person's photos that were received earlier", () => {
  showQueue({ ready: true, items: [] })
  clearQueueView()
  showQueue({ ready: true, items: [done('a')] })
  expect(delivered).toEqual([])
})
