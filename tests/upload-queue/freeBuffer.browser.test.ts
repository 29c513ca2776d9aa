import { expect, test } from 'vitest'
import { freeBuffer } from '#upload-queue/freeBuffer.ts'

test('a buffer that is let go of is empty, and so is one that was already', () => {
  const buffer = new ArrayBuffer(1024)
  freeBuffer(buffer)
  freeBuffer(buffer)
  expect(buffer.byteLength).toBe(0)
})
