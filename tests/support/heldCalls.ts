// Holds a request just before its n-th statement or file call, and runs another action there.
import { AsyncLocalStorage } from 'node:async_hooks'
import { promises as files } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import type { CompiledQuery, DatabaseConnection } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { isOnPostgres } from '#tests/support/testDatabase.ts'

/** Where a request is held, counted from 1, and the action meanwhile. */
interface Hold {
  readonly at: number
  readonly meanwhile: () => Promise<void>
}

/** The result of a held request, and the name of the call where it was held: null when there were fewer. */
interface Held<T> {
  readonly result: T
  readonly held: string | null
}

interface Holding {
  readonly hold: Hold
  calls: number
  held: string | null
  isAnswered: boolean
  meanwhile: Promise<void>
}

const holding = new AsyncLocalStorage<Holding>()

/** Runs one request; calls of others meanwhile do not count, nor background calls after its answer. */
export async function runHeld<T>(hold: Hold, request: () => Promise<T>): Promise<Held<T>> {
  const state: Holding = { hold, calls: 0, held: null, isAnswered: false, meanwhile: Promise.resolve() }
  const result = await holding.run(state, request)
  state.isAnswered = true
  // The held call may have been a journal write, which the answer does not wait for.
  await state.meanwhile
  return { result, held: state.held }
}

async function step(name: string): Promise<void> {
  const state = holding.getStore()
  if (!state || state.isAnswered) return
  state.calls += 1
  if (state.calls !== state.hold.at) return
  state.held = name
  state.meanwhile = holding.exit(state.hold.meanwhile)
  await state.meanwhile
}

type Method = (this: unknown, ...args: unknown[]) => Promise<unknown>
type Methods = Record<string, Method>

/**
 * Wraps the asynchronous file calls of this process and the statements of a database. On SQLite a statement inside a
 * transaction does not count: a concurrent writer would wait for the transaction, which is the same as after the
 * commit.
 */
export async function wrapHeldCalls(database: Database): Promise<void> {
  for (const name of ['open', 'mkdir', 'rename', 'rm', 'stat', 'readdir', 'writeFile']) {
    wrap(files as unknown as Methods, name, () => `file/${name}`)
  }
  syncBuiltinESMExports()
  const probe = await files.open(import.meta.filename, 'r')
  const handle = Object.getPrototypeOf(probe) as Methods
  await probe.close()
  for (const name of ['writev', 'read', 'truncate', 'datasync', 'sync']) wrap(handle, name, () => `file/${name}`)
  await database.getExecutor().provideConnection(async (connection) => {
    if (!isOnPostgres()) wrapOutsideTransactions(connection)
    else
      wrap(Object.getPrototypeOf(connection) as Methods, 'executeQuery', (query) => statementOf(query as CompiledQuery))
  })
}

function wrap(owner: Methods, name: string, nameOf: (...args: unknown[]) => string): void {
  const real = owner[name] as Method
  owner[name] = async function (...args) {
    await step(nameOf(...args))
    return real.apply(this, args)
  }
}

/** SQLite has one connection, which all requests share. */
function wrapOutsideTransactions(connection: DatabaseConnection): void {
  const executeQuery = connection.executeQuery.bind(connection)
  let inTransaction = false
  connection.executeQuery = async <R>(query: CompiledQuery) => {
    if (/^(commit|rollback)/.test(query.sql)) inTransaction = false
    else if (!inTransaction) await step(statementOf(query))
    if (query.sql.startsWith('begin')) inTransaction = true
    return executeQuery<R>(query)
  }
}

function statementOf({ sql }: Pick<CompiledQuery, 'sql'>): string {
  return `database/${sql.slice(0, 120)}`
}
