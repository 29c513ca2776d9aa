import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { mapConcurrently } from '#server/mapConcurrently.ts'

test('gives the results in the order of the items, with at most the limit at a time', async () => {
  let running = 0
  let most = 0
  const results = await mapConcurrently([5, 1, 4, 2, 3, 0], 3, async (turns) => {
    running += 1
    most = Math.max(most, running)
    for (let i = 0; i < turns; i += 1) await turn()
    running -= 1
    return `${turns} turns`
  })
  expect(results).toEqual(['5 turns', '1 turns', '4 turns', '2 turns', '3 turns', '0 turns'])
  expect(most).toBe(3)
})

test('ends what has begun and begins nothing else when an item fails', async () => {
  const begun: number[] = []
  const ended: number[] = []
  const all = mapConcurrently([0, 1, 2, 3, 4], 2, async (item) => {
    begun.push(item)
    await turn()
    if (item === 0) throw new Error('item 0')
    await turn()
    ended.push(item)
  })
  await expect(all).rejects.toThrow('item 0')
  expect(begun).toEqual([0, 1])
  expect(ended).toEqual([1])
})

test('gives nothing for no items', async () => {
  await expect(mapConcurrently([], 8, () => Promise.resolve(1))).resolves.toEqual([])
})
