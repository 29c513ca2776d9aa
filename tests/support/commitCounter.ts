// Counts the commits of a database, and of those the ones that waited for the disk.
import { CompiledQuery, type DatabaseConnection, type QueryResult } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

/** A commit, by the first statement of its transaction that wrote. */
export interface CountedCommit {
  readonly statement: string
  /** Whether the database waited for the disk, as it said itself just before the commit. */
  readonly isDurable: boolean
}

export interface CommitCounter {
  /** The commits that wrote something since the last call, and the number of statements. */
  take(): { readonly commits: readonly CountedCommit[]; readonly statements: number }
}

type ExecuteQuery = (this: unknown, query: CompiledQuery) => Promise<QueryResult<unknown>>

/** Wraps the connections of a database; the database is used by this test alone. */
export async function countCommits(database: Database): Promise<CommitCounter> {
  let commits: CountedCommit[] = []
  let statements = 0
  const written = new WeakMap<DatabaseConnection, string>()
  const transactions = new WeakSet<DatabaseConnection>()

  async function counted(real: ExecuteQuery, connection: DatabaseConnection, query: CompiledQuery) {
    const { sql } = query
    statements += 1
    if (sql.startsWith('begin')) {
      transactions.add(connection)
      written.delete(connection)
    }
    const isWrite = /^(insert|update|delete|with)\b/i.test(sql)
    if (isWrite && !written.has(connection)) written.set(connection, sql)
    const isOver = sql === 'rollback' || sql === 'commit' || !transactions.has(connection)
    const statement = isOver ? written.get(connection) : undefined
    const isDurable = statement !== undefined && (await waitsForDisk(real, connection))
    const result = await real.call(connection, query)
    if (!isOver) return result
    transactions.delete(connection)
    written.delete(connection)
    if (statement !== undefined && sql !== 'rollback') commits.push({ statement: statement.slice(0, 60), isDurable })
    return result
  }

  await database.getExecutor().provideConnection(async (connection) => {
    const owner = (isOnPostgres() ? Object.getPrototypeOf(connection) : connection) as { executeQuery: ExecuteQuery }
    const { executeQuery: real } = owner
    owner.executeQuery = async function executeQuery(query) {
      return counted(real, this as DatabaseConnection, query)
    }
  })
  return {
    take() {
      const taken = { commits, statements }
      commits = []
      statements = 0
      return taken
    },
  }
}

async function waitsForDisk(ask: ExecuteQuery, connection: DatabaseConnection): Promise<boolean> {
  const text = isOnPostgres() ? 'show synchronous_commit' : 'pragma synchronous'
  const { rows } = await ask.call(connection, CompiledQuery.raw(text))
  const [level] = Object.values(rows[0] as Record<string, unknown>)
  return isOnPostgres() ? level !== 'off' : Number(level) >= 2
}
