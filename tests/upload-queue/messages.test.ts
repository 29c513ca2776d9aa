import { expect, test } from 'vitest'
import { isWorkerMessage } from '#upload-queue/messages.ts'

test.each([null, 'app/activate', {}, { type: 'SKIP_WAITING' }, { type: 'items/changed', ids: [] }])(
  'rejects %j',
  (data) => {
    expect(isWorkerMessage(data)).toBe(false)
  },
)

test('accepts an update request and a wipe at logout', () => {
  expect(isWorkerMessage({ type: 'app/activate' })).toBe(true)
  expect(isWorkerMessage({ type: 'pictures/wipe', utilisateurId: 1 })).toBe(true)
})
