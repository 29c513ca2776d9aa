import { beforeEach, expect, test } from 'vitest'
import { recentCheck } from '#server/service/recentCheck.ts'

let now: number
let runs: PromiseWithResolvers<void>[]
let ask: () => Promise<void>
beforeEach(() => {
  now = 0
  runs = []
  ask = recentCheck(
    () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    },
    () => now,
  )
})

async function settle(run: number, error?: Error): Promise<void> {
  if (error) runs[run]?.reject(error)
  else runs[run]?.resolve()
  await new Promise((resolve) => setImmediate(resolve))
}

const reasonOf = (asked: Promise<void>) =>
  asked.then(
    () => null,
    (error: Error) => error.message,
  )

test('runs once for concurrent callers, and not again while the result is fresh', async () => {
  const asked = Promise.all([ask(), ask()])
  await settle(0)
  await asked
  now = 4999
  await ask()
  expect(runs).toHaveLength(1)
})

test('answers at once and refreshes in the background when the result is some seconds old', async () => {
  const first = ask()
  await settle(0)
  await first
  now = 5000
  await ask()
  expect(runs).toHaveLength(2)
})

test('waits for the check when the result is old', async () => {
  const first = ask()
  await settle(0)
  await first
  now = 15_000
  const late = reasonOf(ask())
  await settle(1, new Error('the disk is gone'))
  expect(await late).toBe('the disk is gone')
})

test('rejects as soon as a background check has failed, and until one succeeds', async () => {
  const first = ask()
  await settle(0)
  await first
  now = 6000
  await ask()
  await settle(1, new Error('the disk is gone'))
  const refused = reasonOf(ask())
  await settle(2, new Error('the disk is still gone'))
  expect(await refused).toBe('the disk is still gone')
  const healed = ask()
  await settle(3)
  await expect(healed).resolves.toBeUndefined()
})
