import { expect, test } from 'vitest'
import type { QueueState } from '#upload-queue/engine/states.ts'
import { sendingWords } from '#src/features/envoi/sendingWords.ts'
import { unEnvoi } from '#tests/support/unEnvoi.ts'

const une = (state: QueueState, confirmedBytes = 0) =>
  unEnvoi(state, { confirmedBytes, deliveredAt: state === 'done' ? 1 : null })

test.each([
  [[une('sending', 50), une('queued')], '0 sur 2'],
  [[une('waiting_net'), une('done')], '1 en attente'],
  [[une('failed'), une('queued')], '1 à reprendre'],
  [Array.from({ length: 2000 }, () => une('sending')), '0 sur 2\u202F000'],
  [Array.from({ length: 2000 }, () => une('failed')), '2\u202F000 à reprendre'],
])('shows the queue %# as "%s" in a narrow bar', (items, short) => {
  expect(sendingWords(items).short).toBe(short)
})

test('advances its ring with confirmed bytes only, without older receipts and cancelled items', () => {
  const { done, count, received } = sendingWords([
    une('sending', 50),
    une('queued'),
    une('done', 100),
    une('cancelled'),
  ])
  expect({ done, count, received }).toEqual({ done: 0.25, count: 2, received: 1 })
  expect(sendingWords([]).done).toBe(0)
})
