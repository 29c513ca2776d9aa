import { expect, test } from 'vitest'
import { isWorkerMessage } from '#upload-queue/messages.ts'

test.each([null, 'app/activate', {}, { type: 'SKIP_WAITING' }, { type: 'items/changed', ids: [] }])(
  'the worker does not listen to %j',
  (data) => {
    expect(isWorkerMessage(data)).toBe(false)
  },
)

test('it listens to a page that wants the update, or a logout that wipes', () => {
  expect(isWorkerMessage({ type: 'app/activate' })).toBe(true)
  expect(isWorkerMessage({ type: 'pictures/wipe', utilisateurId: 1 })).toBe(true)
})
