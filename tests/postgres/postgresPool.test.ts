import type { PostgresPool } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { postgresPool } from '#server/database/postgresPool.ts'
import { type PostgresRelay, startPostgresRelay } from '#tests/support/postgresRelay.ts'
import { freshPlace, type TestPlace } from '#tests/support/testDatabase.ts'

let place: TestPlace
let relay: PostgresRelay
let pool: PostgresPool
beforeEach(async () => {
  place = await freshPlace()
  relay = await startPostgresRelay(place.databaseUrl ?? '')
  pool = postgresPool({ connectionString: relay.url, max: 1, query_timeout: 500 })
})
afterEach(async () => {
  await pool.end()
  await relay.stop()
  await place.drop()
})

async function run(...statements: readonly string[]): Promise<unknown[]> {
  const client = await pool.connect()
  const answers = []
  for (const statement of statements)
    answers.push(
      await client.query<unknown>(statement, []).then(
        ({ rows: [row] }) => row,
        (error: unknown) => String(error),
      ),
    )
  client.release()
  return answers
}

test('opens another connection when the first statement on a new one has failed', async () => {
  relay.replaced.set(1, ['select set_config', 'selekt set_config'])
  await expect(pool.connect()).rejects.toThrow(/syntax error/)
  expect(await run('select 1 as n')).toEqual([{ n: 1 }])
})

test('closes a connection on which a statement stayed without answer, and refuses the next one at once', async () => {
  expect(await run('select 1 as n')).toEqual([{ n: 1 }])
  relay.silent.add(1)
  const unanswered = 'Error: Query read timeout'
  expect(await run('select 1 as n', 'rollback', 'rollback', 'rollback')).toEqual(Array(4).fill(unanswered))
  expect(await run('select 2 as n')).toEqual([{ n: 2 }])
  expect(relay.connections()).toBe(2)
})
