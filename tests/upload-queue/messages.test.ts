import { expect, test } from 'vitest'
import { isOpenRequest, isWorkerMessage } from '#upload-queue/messages.ts'

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

test('recognises a request to open a path, and no other message', () => {
  expect(isOpenRequest({ type: 'app/open', path: '/notifications' })).toBe(true)
  for (const other of [null, 'app/open', { type: 'app/open' }, { type: 'app/open', path: 7 }, { path: '/profil' }])
    expect(isOpenRequest(other)).toBe(false)
})
