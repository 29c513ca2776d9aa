import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { freePort } from '#tests/support/freePort.ts'

/** An nginx that gives each request to a random node. */
export interface SpreadingProxy {
  readonly address: string
  stop(): Promise<void>
}

/** @param folder for its configuration and temporary files */
export async function startSpreadingProxy(folder: string, ports: readonly number[]): Promise<SpreadingProxy> {
  const port = await freePort()
  const configuration = join(folder, 'nginx.conf')
  await mkdir(join(folder, 'nginx'), { recursive: true })
  await writeFile(
    configuration,
    `daemon off; pid ${folder}/nginx/pid; error_log ${folder}/nginx/errors; worker_processes 1;
    events { worker_connections 2048; }
    http {
      access_log off; client_body_temp_path ${folder}/nginx/body; proxy_temp_path ${folder}/nginx/proxy;
      fastcgi_temp_path ${folder}/nginx/f; uwsgi_temp_path ${folder}/nginx/u; scgi_temp_path ${folder}/nginx/s;
      upstream nodes { random; ${ports.map((one) => `server localhost:${one} max_fails=0;`).join(' ')} }
      server {
        listen 127.0.0.1:${port};
        client_max_body_size 101m; proxy_request_buffering off; proxy_read_timeout 60s;
        location / { proxy_pass http://nodes; proxy_http_version 1.1; proxy_set_header Connection ""; }
      }
    }`,
  )
  const nginx: ChildProcess = spawn('nginx', ['-c', configuration], { stdio: 'ignore' })
  await untilListening(port)
  return {
    address: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
    },
  }
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
