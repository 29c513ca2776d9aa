import SqliteDatabase from 'better-sqlite3'
import { Client } from 'pg'

/** A statement as the product sends it. */
export interface RecordedQuery {
  readonly text: string
  /** Of its first run; empty on SQLite, where a plan does not depend on them. */
  readonly parameters: readonly unknown[]
}

interface Recording {
  /** The statements so far, once each. */
  queries(): RecordedQuery[]
  /** Runs work whose statements are not the product's. */
  without<T>(work: () => Promise<T>): Promise<T>
  stop(): void
}

/** Records the statements of every database that is opened from now on. */
export function recordQueries(): Recording {
  const recorded = new Map<string, RecordedQuery>()
  let isPaused = false
  const add = (text: string, parameters: readonly unknown[]) => {
    if (!isPaused && !recorded.has(text)) recorded.set(text, { text, parameters })
  }
  const sqlite = SqliteDatabase.prototype as { prepare: (text: string) => unknown }
  const postgres = Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const { prepare } = sqlite
  const { query } = postgres
  sqlite.prepare = function recordedPrepare(text) {
    add(text, [])
    return prepare.call(this, text)
  }
  postgres.query = function recordedQuery(...args) {
    const [text, parameters] = args
    if (typeof text === 'string') add(text, Array.isArray(parameters) ? parameters : [])
    return query.apply(this, args)
  }
  return {
    queries: () => [...recorded.values()],
    async without(work) {
      isPaused = true
      try {
        return await work()
      } finally {
        isPaused = false
      }
    },
    stop() {
      Object.assign(sqlite, { prepare })
      Object.assign(postgres, { query })
    },
  }
}
