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
  return { shared, answers, begun: () => expect.poll(() => answers.length) }
}

test('answers all callers that come during a query with one query after it', async () => {
  const { shared, answers, begun } = heldQuery()
  const first = shared.read()
  await begun().toBe(1)
  const later = [shared.read(), shared.read(), shared.read()]
  answers[0]?.resolve(1)
  expect(await first).toBe(1)
  await begun().toBe(2)
  answers[1]?.resolve(2)
  expect(await Promise.all(later)).toEqual([2, 2, 2])
  expect(answers).toHaveLength(2)
})

test('runs the next query after one that failed', async () => {
  const { shared, answers, begun } = heldQuery()
  const first = shared.read()
  await begun().toBe(1)
  const second = shared.read()
  answers[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await begun().toBe(2)
  answers[1]?.resolve(2)
  expect(await second).toBe(2)
})
