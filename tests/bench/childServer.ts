import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A server in its own process; the first JSON that it prints contains its address. */
export interface ChildServer<T> {
  readonly pid: number
  readonly info: T
  stop(): Promise<void>
}

/**
 * @param file of tests/bench/peers
 * @param given the folder passed as argument (by default a new one, removed at the end) and additional environment
 */
export async function startChildServer<T>(
  file: string,
  { folder: given, environment = {} }: { folder?: string; environment?: Readonly<Record<string, string>> } = {},
): Promise<ChildServer<T>> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'eclats-bench-')))
  const child = spawn(process.execPath, [fileURLToPath(new URL(`peers/${file}`, import.meta.url)), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  })
  const info = (await firstLine(child)) as T
  return {
    pid: child.pid ?? 0,
    info,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await ended
      if (given === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

function firstLine(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString()
      if (text.includes('\n')) resolve(JSON.parse(text.slice(0, text.indexOf('\n'))))
    })
    child.once('exit', () => reject(new Error('the server ended before it answered')))
  })
}
