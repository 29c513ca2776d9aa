import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { type ClientBase, Pool, type PoolClient, type PoolConfig } from 'pg'

/**
 * A pool in which every commit is durable. A connection on which a statement stays without answer is closed: `pg` would
 * send the next statement on it, and the system may need a quarter of an hour to notice that it is lost.
 */
export function postgresPool(config: PoolConfig): PostgresPool {
  // The pool waits for the promise, which its types do not express.
  // oxlint-disable-next-line typescript/no-misused-promises
  const pool = new Pool({ ...config, onConnect: assertDurability })
  // An idle connection that is lost must not end the process: the next statement fails, and the pool opens a new one.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return {
    connect: async () => closedUnanswered(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * An acknowledgement means durable, whatever the server's configuration. The pool drops a connection on
 * which this fails.
 */
async function assertDurability(client: ClientBase): Promise<void> {
  await client.query(
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'",
  )
}

function closedUnanswered(client: PoolClient): PostgresPoolClient {
  let unanswered: Error | undefined
  const query = async (sql: string, parameters: readonly unknown[]) => {
    // The rollback after it would wait as long again.
    if (unanswered) throw unanswered
    try {
      return await client.query(sql, [...parameters])
    } catch (error) {
      if (error instanceof Error && error.message === 'Query read timeout') unanswered = error
      throw error
    }
  }
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (isDiscarded) => client.release(unanswered ?? isDiscarded),
  }
}
