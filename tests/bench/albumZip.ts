import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ChildServer, startChildServer } from './childServer.ts'
import { cpuMs } from './cpuTime.ts'
import { median, type Measured, type Row } from './row.ts'

const rounds = 15

interface Album {
  readonly album: string
}

/** Locations blanked, access checked for every photo; CRC-32 values are stored at the deposit. */
export const albumAgainstArchiver: Row = {
  what: 'ZIP of 200 photos of 3 MiB',
  against: 'archiver, stored',
  goal: '>= 5x',
  measure: () => against('archiverServer.ts', 5),
}

export const albumAgainstStream: Row = {
  what: 'ZIP of 200 photos of 3 MiB, once more',
  against: 'the same ZIP as one file, piped',
  goal: '>= 0.85x',
  measure: () => against('plainStream.ts', 0.85),
}

async function against(peer: string, goal: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-album-'))
  const ours = await startChildServer<Album>('albumServer.ts', { folder })
  try {
    await pipeline(await begin(ours), createWriteStream(join(folder, 'album.zip')))
    const theirs = await startChildServer<Album>(peer, { folder })
    try {
      return await compare(ours, theirs, goal)
    } finally {
      await theirs.stop()
    }
  } finally {
    await ours.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(ours: ChildServer<Album>, theirs: ChildServer<Album>, goal: number): Promise<Measured> {
  const speeds = { ours: [] as number[], theirs: [] as number[] }
  const before = { ours: 0, theirs: 0 }
  for (let round = -1; round < rounds; round += 1) {
    const [mine, other] = [await speedOf(ours), await speedOf(theirs)]
    if (round < 0) {
      before.ours = cpuMs(ours.pid)
      before.theirs = cpuMs(theirs.pid)
      continue
    }
    speeds.ours.push(mine)
    speeds.theirs.push(other)
  }
  const ratio = median(speeds.ours.map((speed, round) => speed / (speeds.theirs[round] ?? Number.NaN)))
  const work = `processor time: ${((cpuMs(theirs.pid) - before.theirs) / (cpuMs(ours.pid) - before.ours)).toFixed(2)}x less`
  const detail = `MiB/s: ours ${speeds.ours.map(Math.round).join(' ')}, theirs ${speeds.theirs.map(Math.round).join(' ')}; ${work}`
  return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio >= goal }
}

/** MiB per second, from the request to the last byte. Reads into the same buffer, so that the reader costs little. */
function speedOf({ info }: ChildServer<Album>): Promise<number> {
  const { hostname, port, pathname } = new URL(info.album)
  const started = performance.now()
  let bytes = 0
  return new Promise((resolve, reject) => {
    const onread = {
      buffer: Buffer.alloc(1024 ** 2),
      callback: (length: number) => {
        bytes += length
        return true
      },
    }
    const socket = connect({ host: hostname, port: Number(port), onread })
    socket.once('error', reject)
    socket.once('close', () => resolve((bytes / 1024 ** 2) * (1000 / (performance.now() - started))))
    socket.write(`GET ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
  })
}

function begin({ info }: ChildServer<Album>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(info.album, { agent: false }, resolve).on('error', reject)
  })
}
