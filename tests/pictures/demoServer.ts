import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The demonstration as served by `npm run demo`, on its own folder and port. */
export interface DemoServer {
  readonly origin: string
  close(): Promise<void>
}

export async function startDemoServer(): Promise<DemoServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-demo-'))
  const child = spawn(process.execPath, ['server/demo/demo.ts'], {
    env: { ...process.env, DATA_DIR: dataDir, HOST: 'localhost', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const origin = await addressOf(child)
  return {
    origin,
    async close() {
      const ended = new Promise((resolve) => {
        child.once('exit', resolve)
      })
      child.kill('SIGTERM')
      await ended
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (piece: Buffer) => {
      output += piece.toString()
      const port = /http:\/\/\S+:(\d+)/.exec(output)?.[1]
      if (port !== undefined) resolve(`http://localhost:${port}`)
    })
    child.once('exit', () => reject(new Error(`the demonstration did not start: ${output}`)))
  })
}
