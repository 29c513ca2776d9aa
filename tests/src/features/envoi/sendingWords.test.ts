import { expect, test } from 'vitest'
import type { QueueItemView, QueueState } from '#upload-queue/queueView.ts'
import { sendingWords } from '#src/features/envoi/sendingWords.ts'

const une = (state: QueueState, confirmedBytes = 0): QueueItemView => ({
  id: `${state} ${confirmedBytes}`,
  evenementId: 1,
  name: 'IMG.jpg',
  type: 'image/jpeg',
  size: 100,
  state,
  confirmedBytes,
  addedAt: 0,
  nextAttemptAt: null,
  deliveredAt: state === 'done' ? 1 : null,
  mediaId: null,
  duplicate: false,
  attempts: 0,
  cause: null,
})

test.each([
  [[une('sending', 50), une('queued')], 'Envoi, 2'],
  [[une('waiting_net'), une('done')], '1 en attente'],
  [[une('failed'), une('queued')], '1 à reprendre'],
])('the queue %# reads "%s" in a narrow bar', (items, short) => {
  expect(sendingWords(items).short).toBe(short)
})

test('its line grows with confirmed bytes alone, receipts and what was given up aside', () => {
  const { done, count, received } = sendingWords([
    une('sending', 50),
    une('queued'),
    une('done', 100),
    une('cancelled'),
  ])
  expect({ done, count, received }).toEqual({ done: 0.25, count: 2, received: 1 })
  expect(sendingWords([]).done).toBe(0)
})
