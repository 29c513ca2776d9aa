import { type ChildServer, startChildServer } from './childServer.ts'
import { videoBytes } from './phoneVideo.ts'
import { median, type Row } from './row.ts'
import { sendByTus, type Target } from './tusSender.ts'

const megabytes = 100
const rounds = 5

/** Compared with neither fsync nor hash: the cost of durability, measured alternately on the same machine. */
export const uploadSpeed: Row = {
  what: '100 MiB upload, durable and hashed',
  against: '@tus/server with its file store, neither',
  goal: '>= 1.1x',
  async measure() {
    const ours = await startChildServer<Target>('eclats.ts')
    const theirs = await startChildServer<Target>('tusServer.ts')
    try {
      const speeds = { ours: [] as number[], theirs: [] as number[] }
      await speedOf(ours)
      await speedOf(theirs)
      for (let round = 0; round < rounds; round += 1) {
        speeds.ours.push(await speedOf(ours))
        speeds.theirs.push(await speedOf(theirs))
      }
      const ratio = median(speeds.ours) / median(speeds.theirs)
      const detail = `MiB/s: ours ${speeds.ours.map(Math.round).join(' ')}, theirs ${speeds.theirs.map(Math.round).join(' ')}`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio >= 1.1 }
    } finally {
      await Promise.all([ours.stop(), theirs.stop()])
    }
  },
}

async function speedOf({ info }: ChildServer<Target>): Promise<number> {
  const bytes = videoBytes(megabytes * 1024 * 1024)
  const started = performance.now()
  await sendByTus(info, bytes)
  return (megabytes * 1000) / (performance.now() - started)
}
