import { expect, test } from 'vitest'
import { Interruptions } from '#upload-queue/interruptions.ts'

test('aborts the request of one photo only, and gives its next request a new signal', () => {
  const interruptions = new Interruptions()
  const [one, other] = [interruptions.signal('one'), interruptions.signal('other')]
  expect(interruptions.signal('one')).toBe(one)
  interruptions.interrupt(['one', 'unknown'])
  expect([one.aborted, other.aborted]).toEqual([true, false])
  expect(interruptions.signal('one').aborted).toBe(false)
  interruptions.interruptAll()
  expect(other.aborted).toBe(true)
})
