import { expect, test } from 'vitest'
import { workEach } from '#server/workEach.ts'

test('processes every item and throws all failures together', async () => {
  const seen: number[] = []
  const all = workEach([1, 2, 3, 4], async (item) => {
    seen.push(item)
    if (item % 2 === 0) throw new Error(`item ${item}`)
  })
  await expect(all).rejects.toMatchObject({ errors: [{ message: 'item 2' }, { message: 'item 4' }] })
  expect(seen).toEqual([1, 2, 3, 4])
})

test('does not throw when no item fails', async () => {
  await expect(workEach([1], () => Promise.resolve())).resolves.toBeUndefined()
})
