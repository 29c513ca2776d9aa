import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { TurnQueue } from './turnQueue.ts'

const retryMs = 20
/** As long as SQLite itself would have waited, in ms. */
const patienceMs = 5000

interface SharedConnection {
  readonly connection: DatabaseConnection
  /** Who may use the connection; the caller of a query has the turn. */
  readonly turns: TurnQueue
  readonly inTransaction: () => boolean
}

/**
 * A connection that waits for the write lock of another process without stopping this one: SQLite's own `busy_timeout`
 * sleeps in the call and with it the event loop. Between two tries other callers have their turn, so reading goes on.
 */
export function waitingConnection({ connection, turns, inTransaction }: SharedConnection): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const end = performance.now() + patienceMs
      for (;;) {
        try {
          return await connection.executeQuery<R>(query)
        } catch (error) {
          // Inside a transaction the lock is held already: a refusal there has another cause.
          if (inTransaction() || !isLocked(error)) throw error
          if (performance.now() > end) throw error
        }
        turns.release()
        await delay(retryMs)
        await turns.acquire()
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))
}
