import type { SqliteDatabase } from 'kysely'

type Statement = ReturnType<SqliteDatabase['prepare']>

/** Lists of different lengths give many statement texts: evict the least recently used ones. */
const maxStatements = 500

/**
 * Wraps a database for Kysely and prepares each statement text once: better-sqlite3 compiles a row reader for each
 * statement, which costs more than running most statements and only pays off on reuse.
 * @param database with all tables created: a prepared statement keeps its columns
 */
export function preparedOnce(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, Statement>()
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? database.prepare(sql)
      statements.delete(sql)
      statements.set(sql, statement)
      const [oldest] = statements.keys()
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest)
      return statement
    },
    close: () => database.close(),
  }
}
