import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumPath } from '../../../scripts/chromium.ts'

/** Properties of the line between phone and server, per direction. */
export interface LineKind {
  readonly bytesPerSecond: number
  readonly roundTripMs: number
  /** Packet loss, from 0 to 1. */
  readonly loss: number
}

/** The server's end of the line; its peer is the phone's. */
export const serverAddress = '10.77.0.1'

/** The phone's end: a network namespace whose only route is the line. */
export interface FarEnd {
  /** A Chromium in this namespace. */
  readonly chromium: string
  /** Starts a script of this folder there. @returns the first value that it prints */
  start(script: string, args: readonly string[]): Promise<string>
  /** Changes the properties of the line. */
  become(kind: LineKind): Promise<void>
  stop(): Promise<void>
}

/**
 * Creates a line from this process's own network namespace to a new one, fast until it is changed. The phone reduces
 * its rate on loss, as phones do (reno; namespaces cannot use cubic, and bbr ignores loss).
 * @throws without Linux, root or python3
 */
export async function layLine(): Promise<FarEnd> {
  run('ip', ['link', 'set', 'lo', 'up'])
  const begin = 'ip link set lo up && echo reno > /proc/sys/net/ipv4/tcp_congestion_control && echo ready'
  const anchor = spawn('unshare', ['--net', 'sh', '-c', `${begin} && exec sleep infinity`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await said(anchor)
  const script = join(import.meta.dirname, 'line.py')
  const line = spawn('python3', [script, '--peer', String(anchor.pid)], { stdio: ['pipe', 'pipe', 'inherit'] })
  await said(line)
  const folder = await mkdtemp(join(tmpdir(), 'eclats-ligne-'))
  const chromium = join(folder, 'chromium')
  const there = `--net=/proc/${anchor.pid}/ns/net`
  const command = `nsenter ${there} ${chromiumPath() ?? 'chromium'}`
  const started: ChildProcess[] = []
  await writeFile(chromium, `#!/bin/sh\nexec ${command} "$@"\n`, { mode: 0o755 })
  return {
    chromium,
    async start(name, args) {
      const child = spawn('nsenter', [there, process.execPath, join(import.meta.dirname, name), ...args], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      started.push(child)
      return (await said(child)).trim()
    },
    async become({ bytesPerSecond, roundTripMs, loss }) {
      line.stdin.write(`${bytesPerSecond} ${roundTripMs / 2000} ${loss}\n`)
      await said(line)
    },
    async stop() {
      for (const child of [...started, line]) child.kill('SIGKILL')
      anchor.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function said(child: ChildProcess): Promise<string> {
  const [words] = child.stdout ? await once(child.stdout, 'data') : ['']
  return String(words)
}

function run(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${command} ended with ${status}`)
}
