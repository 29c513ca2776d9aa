import { expect, test } from 'vitest'
import { isLocalOwner, localOwner } from '#upload-queue/engine/owner.ts'

test('marks the owner id of a guest whom the server does not know', () => {
  expect([isLocalOwner(localOwner('5f0c')), isLocalOwner(12)]).toEqual([true, false])
  expect(localOwner('5f0c')).toBe('local:5f0c')
})
