import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A server that dies when told to, and comes back at the same address on the same data. */
export interface KillableServer {
  readonly address: string
  readonly port: number
  /** SIGKILL: nothing is said goodbye to. */
  kill(): Promise<void>
  start(): Promise<void>
}

export async function startKillableServer(dataDir: string): Promise<KillableServer> {
  let child = await fork1(dataDir, 0)
  const { port } = new URL(child.address)
  return {
    address: child.address,
    port: Number(port),
    async kill() {
      if (child.process.exitCode !== null || child.process.signalCode !== null) return
      const ended = once(child.process, 'exit')
      child.process.kill('SIGKILL')
      await ended
    },
    async start() {
      child = await fork1(dataDir, Number(port))
    },
  }
}

async function fork1(dataDir: string, port: number): Promise<{ process: ChildProcess; address: string }> {
  const child = fork(new URL('serverProcess.ts', import.meta.url), {
    env: { ...process.env, DATA_DIR: dataDir, HOST: 'localhost', PORT: String(port), LOG_LEVEL: 'error' },
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [told] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [{ address?: string } | number]
  if (typeof told !== 'object' || told.address === undefined) throw new Error('the server did not start')
  return { process: child, address: told.address.replace('127.0.0.1', 'localhost').replace('[::1]', 'localhost') }
}
