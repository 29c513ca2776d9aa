import { expect, test } from 'vitest'
import { isLocalOwner, localOwner } from '#upload-queue/engine/owner.ts'

test('distinguishes a guest whom the server does not know from a person of the server', () => {
  expect([isLocalOwner(localOwner('5f0c')), isLocalOwner(12)]).toEqual([true, false])
  expect(localOwner('5f0c')).toBe('local:5f0c')
})
