import { expect, test } from 'vitest'
import { SharedQuery } from '#server/database/sharedQuery.ts'

/** A query whose answers wait until they are given. */
function heldQuery() {
  const answers: PromiseWithResolvers<number>[] = []
  const shared = new SharedQuery(() => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  })
  const begun = async (count: number) => {
    await expect.poll(() => answers.length).toBe(count)
  }
  return { shared, answers, begun }
}

test('answers all callers that come during a query with one query after it', async () => {
  const { shared, answers, begun } = heldQuery()
  const first = shared.read()
  await begun(1)
  const later = [shared.read(), shared.read(), shared.read()]
  answers[0]?.resolve(1)
  expect(await first).toBe(1)
  await begun(2)
  answers[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(answers).toHaveLength(2)
})

test('runs the next query after one that failed', async () => {
  const { shared, answers, begun } = heldQuery()
  const first = shared.read()
  await begun(1)
  const second = shared.read()
  answers[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await begun(2)
  answers[1]?.resolve(2)
  expect(await second).toBe(2)
})
