import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#tests/support/freePort.ts'
import { startChildServer } from './childServer.ts'
import { cpuMs } from './cpuTime.ts'
import { median, type Row } from './row.ts'

const rounds = 5
const requests = 2000
const parallel = 16

interface Info {
  /** Folder with the same files, for nginx. */
  readonly copies: string
  readonly paths: readonly { readonly ours: string; readonly file: string }[]
}

/** CPU time of the server for each thumbnail, with signature, session and rights checked. */
export const thumbnailServing: Row = {
  what: 'CPU of serving a thumbnail to a guest',
  against: 'nginx serving the same files to anybody',
  goal: '<= 5x',
  async measure() {
    if (spawnSync('nginx', ['-v'], { stdio: 'ignore' }).status !== 0)
      return { figure: 'not measured', detail: 'nginx is missing: install the package "nginx-light"', isMet: false }
    const ours = await startChildServer<Info>('thumbnailServer.ts')
    const nginx = await startNginx(ours.info.copies)
    try {
      const urls = {
        ours: ours.info.paths.map(({ ours: url }) => url),
        nginx: ours.info.paths.map(({ file }) => `${nginx.address}/${file}`),
      }
      const costs = { ours: [] as number[], nginx: [] as number[] }
      for (let round = -1; round < rounds; round += 1) {
        const mine = await costOf(ours.pid, urls.ours)
        const other = await costOf(nginx.pid, urls.nginx)
        if (round < 0) continue
        costs.ours.push(mine)
        costs.nginx.push(other)
      }
      const ratio = median(costs.ours.map((cost, round) => cost / (costs.nginx[round] ?? Number.NaN)))
      const detail = `microseconds each: ${costs.ours.map(Math.round).join(' ')} against ${costs.nginx.map(Math.round).join(' ')}`
      return { figure: `${ratio.toFixed(1)}x`, detail, isMet: ratio <= 5 }
    } finally {
      await ours.stop()
      await nginx.stop()
    }
  },
}

/** Microseconds of CPU that a process takes for a request. */
async function costOf(pid: number, urls: readonly string[]): Promise<number> {
  const before = cpuMs(pid)
  const agent = new Agent({ keepAlive: true, maxSockets: parallel })
  let next = 0
  const one = async () => {
    while (next < requests) {
      next += 1
      await ask(urls[next % urls.length] ?? '', agent)
    }
  }
  await Promise.all(Array.from({ length: parallel }, one))
  agent.destroy()
  return ((cpuMs(pid) - before) * 1000) / requests
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (answer) => {
      answer.resume()
      answer.once('end', () => (answer.statusCode === 200 ? resolve() : reject(new Error(String(answer.statusCode)))))
    }).once('error', reject)
  })
}

async function startNginx(root: string): Promise<{ address: string; pid: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-nginx-'))
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  await writeFile(
    config,
    `daemon off; master_process off; pid ${folder}/pid; error_log stderr emerg;
     events { worker_connections 256; }
     http { access_log off; sendfile on; types { image/webp webp; }
       client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
       uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e; keepalive_requests 1000000;
       server { listen 127.0.0.1:${port}; root ${root}; } }`,
  )
  const child = spawn('nginx', ['-c', config], { stdio: ['ignore', 'ignore', 'inherit'] })
  const address = `http://127.0.0.1:${port}`
  while (!(await fetch(address).catch(() => null))) await pause(50)
  return {
    address,
    pid: child.pid ?? 0,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(folder, { recursive: true })
    },
  }
}
