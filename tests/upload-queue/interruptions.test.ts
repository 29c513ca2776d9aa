import { expect, test } from 'vitest'
import { Interruptions } from '#upload-queue/interruptions.ts'

test('one photo is hung up on, the other not, and its next request starts afresh', () => {
  const interruptions = new Interruptions()
  const [one, other] = [interruptions.signal('one'), interruptions.signal('other')]
  expect(interruptions.signal('one')).toBe(one)
  interruptions.interrupt(['one', 'unknown'])
  expect([one.aborted, other.aborted]).toEqual([true, false])
  expect(interruptions.signal('one').aborted).toBe(false)
  interruptions.interruptAll()
  expect(other.aborted).toBe(true)
})
