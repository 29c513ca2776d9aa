import { expect, test } from 'vitest'
import { stagingItem } from '#upload-queue/engine/queueItem.ts'
import { legalMoves } from '#upload-queue/engine/states.ts'
import { itemView } from '#upload-queue/itemView.ts'
import type { QueueState } from '#upload-queue/queueView.ts'

const item = stagingItem({
  id: 'a',
  ownerId: 1,
  evenementId: 7,
  name: 'IMG.jpg',
  type: 'image/jpeg',
  takenAt: null,
  size: 10,
  addedAt: 5,
})

test('the screen is shown no hash, no address and no owner', () => {
  const view = itemView({ ...item, sha256: 'x', uploadUrl: '/secret' }, false)
  expect(Object.keys(view).toSorted()).toEqual([
    'addedAt',
    'attempts',
    'cause',
    'confirmedBytes',
    'deliveredAt',
    'duplicate',
    'evenementId',
    'id',
    'mediaId',
    'name',
    'nextAttemptAt',
    'size',
    'state',
    'takenAt',
    'type',
  ])
})

test('a photo in memory alone says so in every state of waiting: the page must stay open', () => {
  const shown = Object.keys(legalMoves).filter(
    (state) => itemView({ ...item, state: state as QueueState }, true).state !== 'volatile',
  )
  expect(shown.toSorted()).toEqual(['cancelled', 'cancelling', 'done', 'failed', 'lost_source'])
})

test('a photo whose moment is unknown stands where it was added', () => {
  expect(itemView(item, false).takenAt).toBe(5)
  expect(itemView({ ...item, takenAt: '2026-06-20T19:04:00.000Z' }, false).takenAt).toBe(Date.UTC(2026, 5, 20, 19, 4))
})
