import type { SqliteDatabase } from 'kysely'

type Statement = ReturnType<SqliteDatabase['prepare']>

/** Lists of numbers make texts of many lengths; those asked least lately go. */
const most = 500

/**
 * A database as Kysely uses it that prepares each text once: better-sqlite3 compiles the rows of a statement into code
 * of their own, which costs more than most statements and is only quick when it is used again.
 * @param database with all its tables made: a statement keeps the columns it has found
 */
export function preparedOnce(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, Statement>()
  return {
    prepare(sql) {
      const statement = statements.get(sql) ?? database.prepare(sql)
      statements.delete(sql)
      statements.set(sql, statement)
      const [oldest] = statements.keys()
      if (statements.size > most && oldest !== undefined) statements.delete(oldest)
      return statement
    },
    close: () => database.close(),
  }
}
