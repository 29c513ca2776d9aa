import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { startChildServer } from './childServer.ts'
import { videoBytes } from './phoneVideo.ts'
import type { Row } from './row.ts'
import { beginByTus, type Target } from './tusSender.ts'

const uploads = 64
const bytesEach = 16 * 1024 * 1024

/** Maximum growth of the server's memory during 64 concurrent uploads. */
export const uploadMemory: Row = {
  what: 'memory per upload, 64 at once',
  against: 'the same server at rest',
  goal: '<= 1 MiB',
  async measure() {
    const server = await startChildServer<Target>('eclats.ts')
    try {
      // A warm-up round for code, pools and caches.
      await sendAll(server.info, () => Promise.resolve())
      await pause(1000)
      const rest = await residentBytes(server.pid)
      let highest = rest
      await sendAll(server.info, async () => {
        highest = Math.max(highest, await residentBytes(server.pid))
      })
      const each = (highest - rest) / uploads / 1024 / 1024
      const detail = `at rest ${mebibytes(rest)} MiB, highest ${mebibytes(highest)} MiB`
      return { figure: `${each.toFixed(2)} MiB`, detail, isMet: each <= 1 }
    } finally {
      await server.stop()
    }
  },
}

async function sendAll(target: Target, sample: () => Promise<void>): Promise<void> {
  const bytes = videoBytes(bytesEach)
  const locations = await Promise.all(Array.from({ length: uploads }, () => beginByTus(target, bytesEach)))
  const sockets = await Promise.all(locations.map((location) => open(location, target.token)))
  for (let at = 0; at < bytesEach; at += 256 * 1024) {
    await Promise.all(sockets.map((socket) => write(socket, bytes.subarray(at, at + 256 * 1024))))
    await sample()
  }
  await Promise.all(sockets.map(answered))
}

function open(location: string, token: string): Promise<Socket> {
  const url = new URL(location)
  const head = [
    `PATCH ${url.pathname} HTTP/1.1`,
    `Host: ${url.host}`,
    `Authorization: Bearer ${token}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${bytesEach}`,
    'Connection: close',
  ]
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

function write(socket: Socket, piece: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(piece, (error) => (error ? reject(error) : resolve()))
  })
}

function answered(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.resume()
    socket.once('close', () => resolve())
  })
}

/** Resident memory of a process on Linux, without shared file pages. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) * 1024
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 / 1024)
}
