import { setTimeout as delay } from 'node:timers/promises'
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { FifoMutex } from './fifoMutex.ts'

const retryMs = 20
/** In ms, as long as the usual `busy_timeout`. */
const lockTimeoutMs = 5000

interface SharedConnection {
  readonly connection: DatabaseConnection
  /** Guards the connection. The caller of a query holds it. */
  readonly mutex: FifoMutex
  readonly inTransaction: () => boolean
}

/**
 * Wraps a connection that waits for the write lock of another process without blocking this one: SQLite's
 * `busy_timeout` sleeps inside the call and blocks the event loop. Between two attempts the event loop runs, so reads
 * continue.
 */
export function waitingConnection({ connection, mutex, inTransaction }: SharedConnection): DatabaseConnection {
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const end = performance.now() + lockTimeoutMs
      for (;;) {
        try {
          return await connection.executeQuery<R>(query)
        } catch (error) {
          // A transaction already holds the lock: the error has another cause.
          if (inTransaction() || !isLocked(error)) throw error
          if (performance.now() > end) throw error
        }
        mutex.release()
        await delay(retryMs)
        await mutex.acquire()
      }
    },
    streamQuery: (query, chunkSize) => connection.streamQuery(query, chunkSize),
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^SQLITE_(BUSY|LOCKED)/.test(String(error.code))
}
