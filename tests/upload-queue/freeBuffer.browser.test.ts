import { expect, test } from 'vitest'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'

test('detaches a buffer, also when called twice', () => {
  const buffer = new ArrayBuffer(1024)
  freeBuffer(buffer)
  freeBuffer(buffer)
  expect(buffer.byteLength).toBe(0)
})
