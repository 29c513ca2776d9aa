import { expect, test } from 'vitest'
import { type QueueItem, stagingItem } from '#upload-queue/engine/queueItem.ts'
import { legalMoves } from '#upload-queue/engine/moves.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { itemView } from '#upload-queue/itemView.ts'

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

test('exposes no hash, address or owner to the screen', () => {
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
    'isInMemory',
    'isLighter',
    'mediaId',
    'name',
    'nextAttemptAt',
    'originalSize',
    'size',
    'state',
    'takenAt',
    'type',
    'weightChange',
  ])
})

test('exposes whether a compressed version is sent and whether that can change', () => {
  const photo = {
    ...item,
    type: 'image/jpeg',
    state: 'queued',
    sha256: 'x',
    sourceSha256: 'x',
    size: 4_000_000,
  } as const
  const original = { size: photo.size, sha256: 'x', type: photo.type, rowCount: 4 }
  const lighter = { ...photo, sha256: 'y', size: 1_000_000, original } as const
  const shown = (one: QueueItem, isVolatile = false) => {
    const { isLighter, weightChange, originalSize } = itemView(one, isVolatile)
    return [isLighter, weightChange, originalSize]
  }
  expect(shown(photo)).toEqual([false, 'lighten', 4_000_000])
  expect(shown(lighter)).toEqual([true, 'restore', 4_000_000])
  expect(shown({ ...lighter, announced: true })).toEqual([true, null, 4_000_000])
  expect(shown({ ...photo, state: 'sending' })).toEqual([false, null, 4_000_000])
  expect(shown(photo, true)).toEqual([false, null, 4_000_000])
})

test('keeps the state of a photo that is only in memory, so that it can be resumed', () => {
  const states = Object.keys(legalMoves) as QueueState[]
  const views = states.map((state) => itemView({ ...item, state }, true))
  expect(views.filter(({ state }, n) => state !== states[n]).map(({ state }) => state)).toEqual(['volatile'])
  expect(itemView({ ...item, state: 'staging' }, true).state).toBe('volatile')
  expect(
    views
      .filter(({ isInMemory }) => !isInMemory)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual(['cancelled', 'done', 'lost_source'])
  expect(itemView({ ...item, state: 'paused' }, false).isInMemory).toBe(false)
})

test('sorts a photo of unknown date by when it was added', () => {
  expect(itemView(item, false).takenAt).toBe(5)
  expect(itemView({ ...item, takenAt: '2026-06-20T19:04:00.000Z' }, false).takenAt).toBe(Date.UTC(2026, 5, 20, 19, 4))
})
