// Counts the file and database calls of this process and makes one of them fail, or kills the process there. Only a
// test's entry point loads it before the server: it wraps node:fs and SQLite, so the server contains no part of it.
import fs, { promises as files, type ReadStream } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { Readable } from 'node:stream'
import SqliteDatabase from 'better-sqlite3'

/** The fault and its call. Calls are counted from 1 after a plan is set. */
export interface FaultPlan {
  readonly at: number
  /** `kill-…` ends the process with SIGKILL around the call; an error code makes it fail without effect. */
  readonly fault: 'kill-before' | 'kill-after' | FaultCode
  /** Only calls whose name contains one of these count; all when absent. */
  readonly only?: readonly string[]
  /** Every counted call from `at` on fails, not only that one. */
  readonly lasting?: boolean
}
export type FaultCode = 'EIO' | 'ENOSPC' | 'SQLITE_BUSY' | 'SQLITE_IOERR' | 'SQLITE_FULL'

/** Result of a plan: the number of counted calls, and the name of the first affected one. */
export interface FaultReport {
  readonly calls: number
  readonly hit: string | null
}

let plan: FaultPlan | null = null
let calls = 0
let hit: string | null = null

export function setFaultPlan(wanted: FaultPlan | null): void {
  plan = wanted
  calls = 0
  hit = null
}

export function faultReport(): FaultReport {
  return { calls, hit }
}

type Method = (this: unknown, ...args: unknown[]) => unknown
type Methods = Record<string, Method>

export async function wrapCalls(): Promise<void> {
  const probe = await files.open(import.meta.filename, 'r')
  const handle = Object.getPrototypeOf(probe) as Methods
  await probe.close()
  for (const name of ['open', 'mkdir', 'rename', 'rm', 'stat', 'readdir', 'writeFile']) {
    wrapAsync(files as unknown as Methods, name)
  }
  for (const name of ['writev', 'read', 'truncate', 'datasync', 'sync']) wrapAsync(handle, name)
  const { createReadStream } = fs
  fs.createReadStream = (...args: Parameters<typeof createReadStream>) =>
    around('file/createReadStream', () => createReadStream(...args), failedStream)
  syncBuiltinESMExports()

  const memory = new SqliteDatabase(':memory:')
  const statement = Object.getPrototypeOf(memory.prepare('select 1')) as Methods
  memory.close()
  for (const name of ['run', 'all', 'get', 'iterate']) wrapStatement(statement, name)
}

function wrapAsync(owner: Methods, name: string): void {
  const real = owner[name] as Method
  owner[name] = async function (...args) {
    const fault = next(`file/${name}`)
    if (fault && !fault.startsWith('kill')) throw failure(fault)
    if (fault === 'kill-before') die()
    const result: unknown = await real.apply(this, args)
    if (fault === 'kill-after') die()
    return result
  }
}

function wrapStatement(owner: Methods, name: string): void {
  const real = owner[name] as Method
  owner[name] = function (...args) {
    return around(
      `database/${(this as { source: string }).source}`,
      () => real.apply(this, args),
      (error) => {
        throw error
      },
    )
  }
}

function around<T>(name: string, call: () => T, fail: (error: Error) => T): T {
  const fault = next(name)
  if (fault && !fault.startsWith('kill')) return fail(failure(fault))
  if (fault === 'kill-before') die()
  const result = call()
  if (fault === 'kill-after') die()
  return result
}

function failedStream(error: Error): ReadStream {
  return new Readable({ read: () => undefined }).destroy(error) as ReadStream
}

function next(name: string): FaultPlan['fault'] | null {
  if (!plan || (plan.only && !plan.only.some((part) => name.includes(part)))) return null
  calls += 1
  const isHit = plan.lasting ? calls >= plan.at : calls === plan.at
  if (!isHit) return null
  hit ??= name
  return plan.fault
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: made to fail by a test`), { code })
}

function die(): never {
  process.kill(process.pid, 'SIGKILL')
  throw new Error('unreachable')
}
