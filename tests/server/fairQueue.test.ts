import { expect, test } from 'vitest'
import { FairQueue } from '#server/fairQueue.ts'

/** A queue of one task at a time that waits for `open`, and the keys of its tasks in their order. */
function gatedQueue() {
  const gate = Promise.withResolvers<void>()
  const queue = new FairQueue<string>(1)
  const order: string[] = []
  const ask = (personId: number, key: string) =>
    queue.run(personId, key, async () => {
      order.push(key)
      await gate.promise
      return key
    })
  return { ask, order, open: () => gate.resolve() }
}

test('takes tasks from each person in turn', async () => {
  const { ask, order, open } = gatedQueue()
  const asked = ['a1', 'a2', 'a3', 'a4'].map((key) => ask(1, key))
  asked.push(ask(2, 'b1'), ask(2, 'b2'), ask(3, 'c1'))
  open()
  await Promise.all(asked)
  expect(order).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})

test('runs a task of two people once, at the turn of the first who reaches it', async () => {
  const { ask, order, open } = gatedQueue()
  const asked = ['a1', 'a2', 'a3', 'shared'].map((key) => ask(1, key))
  const other = ask(2, 'shared')
  open()
  expect(await other).toBe('shared')
  await Promise.all(asked)
  expect(order).toEqual(['a1', 'a2', 'shared', 'a3'])
})

test('gives an error to all who wait, does not keep it, and goes on', async () => {
  const queue = new FairQueue<string>(1)
  const fail = () => Promise.reject(new Error('unreadable'))
  const outcomes = await Promise.allSettled([queue.run(1, 'a', fail), queue.run(2, 'a', fail)])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await queue.run(1, 'a', () => Promise.resolve('read'))).toBe('read')
})
