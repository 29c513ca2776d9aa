import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#tests/support/freePort.ts'

/** An nginx in front of all nodes, with the site of deploy/nginx.conf. */
export interface SpreadingProxy {
  readonly address: string
  /** Sends no more requests to a node, as docs/operations.md says for an upgrade; to all of them when null. */
  setDown(port: number | null): Promise<void>
  stop(): Promise<void>
}

interface ProxyOptions {
  readonly ports: readonly number[]
  /** Gives each request to a random node instead of the one with the fewest connections. */
  readonly isRandom: boolean
}

/** @param folder for its configuration and temporary files */
export async function startSpreadingProxy(folder: string, { ports, isRandom }: ProxyOptions): Promise<SpreadingProxy> {
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  await mkdir(join(folder, 'nginx'), { recursive: true })
  const text = await readFile('deploy/nginx.conf', 'utf8')
  const write = (down: number | null) => {
    const site = siteOf(text, { port, ports, down })
    return writeFile(
      configuration,
      `daemon off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/errors; worker_processes 1;
      events { worker_connections 2048; }
      http {
        access_log off; client_body_temp_path ${folder}/nginx/body; proxy_temp_path ${folder}/nginx/proxy;
        fastcgi_temp_path ${folder}/nginx/f; uwsgi_temp_path ${folder}/nginx/u; scgi_temp_path ${folder}/nginx/s;
        ${isRandom ? replaced(site, /least_conn;/, 'random;') : site}
      }`,
    )
  }
  await write(null)
  const nginx: ChildProcess = spawn('nginx', ['-c', configuration], { stdio: 'ignore' })
  await untilListening(port)
  return {
    address: `http://127.0.0.1:${port}`,
    async setDown(down) {
      await write(down)
      nginx.kill('SIGHUP')
    },
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
}

/** The site without TLS and logs, on a port of loopback, in front of our nodes. */
function siteOf(
  text: string,
  { port, ports, down }: { readonly port: number; readonly ports: readonly number[]; readonly down: number | null },
): string {
  const withoutRedirect = replaced(text, /^server \{\n {2}listen 80;[^]*?^\}\n/m, '')
  const withoutTls = replaced(withoutRedirect, /^ {2}ssl_\w+ .*;\n/gm, '')
  const withoutLogs = replaced(withoutTls, /^ {2}(?:access|error)_log .*;\n/gm, '')
  const onPort = replaced(withoutLogs, /listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
  const nodes = (_: string, settings: string) =>
    ports.map((one) => `server 127.0.0.1:${one}${settings}${one === down ? ' down' : ''};`).join(' ')
  return replaced(onPort, /server 127\.0\.0\.1:4170(.*);/, nodes)
}

function replaced(text: string, pattern: RegExp, by: string | ((...found: string[]) => string)): string {
  const result = text.replace(pattern, by as string)
  if (result === text) throw new Error(`deploy/nginx.conf: ${pattern} not found`)
  return result
}

async function untilListening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('nginx did not start')
}
