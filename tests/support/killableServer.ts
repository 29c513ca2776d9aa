import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freeze } from '#tests/support/frozenProcess.ts'
import type { FaultPlan, FaultReport } from '#tests/support/faultPoints.ts'

/** A server that can be killed and restarted at the same address on the same data. */
export interface KillableServer {
  readonly address: string
  readonly port: number
  /** Of the process that runs now, or ran last. */
  readonly pid: number
  /** SIGKILL, without a clean shutdown. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  terminate(): Promise<number | null>
  /** @param root sources to run, for example another version of the product; our own by default */
  start(root?: string): Promise<void>
}

/** A server whose file and database calls fail, or kill its process, by plan. */
export interface FaultyServer extends KillableServer {
  /** Sets a plan, or none, and returns the result of the previous one; null when the process has ended. */
  plan(plan: FaultPlan | null): Promise<FaultReport | null>
  /** Starts with a plan that counts from the first call of the start; false when the start was killed. */
  tryStart(plan: FaultPlan): Promise<boolean>
  lives(): boolean
  /** Stops the process and its children until the result is called. */
  freeze(): Promise<() => void>
}

/**
 * @param environment additional variables, for example DATABASE_URL
 * @param isQuiet hides what the process says, for example when it may not start
 */
export async function startKillableServer(
  dataDir: string,
  environment: Record<string, string> = {},
  isQuiet = false,
): Promise<KillableServer> {
  return startProcess(dataDir, new URL('serverProcess.ts', import.meta.url), { environment, isQuiet })
}

export async function startFaultyServer(dataDir: string): Promise<FaultyServer> {
  return startProcess(dataDir, new URL('faultyServerProcess.ts', import.meta.url))
}

async function startProcess(
  dataDir: string,
  entry: URL,
  { environment = {}, isQuiet = false }: { environment?: Record<string, string>; isQuiet?: boolean } = {},
): Promise<FaultyServer> {
  let child = forkServer({ dataDir, entry, port: 0, env: environment, isQuiet })
  const { address } = await readAddress(child)
  const port = Number(new URL(address).port)
  const lives = () => child.exitCode === null && child.signalCode === null
  return {
    address,
    port,
    get pid() {
      return child.pid ?? 0
    },
    lives,
    freeze: () => freeze(child.pid ?? 0),
    async kill() {
      if (!lives()) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async terminate() {
      const ended = once(child, 'exit') as Promise<[number | null]>
      child.kill('SIGTERM')
      return (await ended)[0]
    },
    async start(root) {
      const other = root === undefined ? entry : pathToFileURL(join(root, 'tests/support/serverProcess.ts'))
      child = forkServer({ dataDir, entry: other, port, env: environment, isQuiet })
      await readAddress(child)
    },
    async tryStart(plan) {
      child = forkServer({ dataDir, entry, port, env: { FAULT_PLAN: JSON.stringify(plan) }, isQuiet: true })
      return readAddress(child).then(
        () => true,
        () => false,
      )
    },
    async plan(plan) {
      if (!lives()) return null
      const answer = nextMessage(child)
      child.send({ plan }, () => undefined)
      return ((await answer) as { report: FaultReport } | null)?.report ?? null
    },
  }
}

interface Start {
  readonly dataDir: string
  readonly entry: URL
  readonly port: number
  readonly env?: Record<string, string>
  readonly isQuiet?: boolean
}

function forkServer({ dataDir, entry, port, env, isQuiet = false }: Start): ChildProcess {
  return fork(entry, {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      HOST: 'localhost',
      PORT: String(port),
      LOG_LEVEL: 'error',
      PAYMENT: 'demonstration',
      ...env,
    },
    execArgv: [],
    stdio: ['ignore', 'ignore', isQuiet ? 'ignore' : 'inherit', 'ipc'],
  })
}

async function readAddress(child: ChildProcess): Promise<{ address: string }> {
  const message = (await nextMessage(child)) as { address?: string } | null
  if (message?.address === undefined) throw new Error('the server did not start')
  return { address: message.address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost') }
}

/** Null when the process ends instead. */
function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => {
    const settle = (message: unknown) => {
      child.off('message', settle).off('exit', ended)
      resolve(message)
    }
    const ended = () => settle(null)
    child.once('message', settle).once('exit', ended)
  })
}
