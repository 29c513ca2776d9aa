import type { LineTask, SenderFigures } from './line/measure.ts'
import type { LineKind } from './line/namespace.ts'
import { noLine, onLineOfItsOwn } from './line/onLineOfItsOwn.ts'
import type { Row } from './row.ts'

interface Goal {
  readonly sent: number
  readonly first: number
  readonly all: number
  /** Both peers must take longer for all photos, or fail to send all. */
  readonly isAheadOfPeers?: boolean
}

const slow: Goal = { sent: 1.1, first: 1.3, all: 1.15 }
const senders = ['queue', 'bare', 'tus-js-client', '@uppy/tus'] as const

/**
 * A modest fixed line, a crowded one that loses packets, and the edge of a mobile network (400 ms, 5 % loss); the queue
 * starts without a known speed.
 */
export const slowLines: readonly Row[] = [
  onLine({ bytesPerSecond: 375_000, roundTripMs: 100, loss: 0 }, 20, { ...slow, all: 1.05, isAheadOfPeers: true }),
  onLine({ bytesPerSecond: 200_000, roundTripMs: 200, loss: 0.02 }, 10, slow),
  onLine({ bytesPerSecond: 50_000, roundTripMs: 400, loss: 0.05 }, 4, slow),
  onLine({ bytesPerSecond: 25_000, roundTripMs: 400, loss: 0.05 }, 2, slow),
  onLine({ bytesPerSecond: 12_000, roundTripMs: 400, loss: 0.05 }, 2, slow),
]

function onLine(kind: LineKind, usual: number, goal: Goal): Row {
  const { bytesPerSecond, roundTripMs, loss } = kind
  const photos = Number(process.env.PHOTOS ?? usual)
  const named = `${bytesPerSecond / 1000} kB/s, ${roundTripMs} ms, ${loss * 100} % loss`
  return {
    what: `${photos} photos of 3.3 MB on a slow line of ${named}: bytes; first photo; all`,
    against: 'their bytes, and one bare request with as many on a line like it',
    goal: `<= ${goal.sent}x; ${goal.first}x; ${goal.all}x${goal.isAheadOfPeers ? ', ahead of both peers' : ''}`,
    async measure() {
      // Each on its own line, in parallel.
      const all = await Promise.all(senders.map((sender) => measure({ ...kind, photos, sender })))
      const [ours, bare, ...peers] = all
      if (!ours || !bare || peers.includes(null)) return noLine
      const ratios = [
        ours.sent,
        secondsOf(ours.first) / secondsOf(bare.first),
        secondsOf(ours.all) / secondsOf(bare.all),
      ]
      const [sent = 0, first = 0, last = 0] = ratios
      const isBehind = peers.some((peer) => secondsOf(peer?.all ?? null) <= secondsOf(ours.all))
      return {
        figure: ratios.map((ratio) => `${ratio.toFixed(2)}x`).join('; '),
        detail: all.map((figures, n) => `${senders[n]}: ${figures ? describe(figures) : ''}`).join('\n  '),
        isMet: sent <= goal.sent && first <= goal.first && last <= goal.all && !(goal.isAheadOfPeers && isBehind),
      }
    },
  }
}

async function measure(task: LineTask): Promise<SenderFigures | null> {
  return (await onLineOfItsOwn('measure.ts', task)) as SenderFigures | null
}

function secondsOf(seconds: number | null): number {
  return seconds ?? Number.POSITIVE_INFINITY
}

function describe({ sent, first, all, arrived, requests, failures }: SenderFigures): string {
  const times = [first, all].map((seconds) => (seconds === null ? 'never' : `${Math.round(seconds)} s`))
  const parts = [`first ${times[0]}, all ${times[1]}`, `${requests} requests`]
  if (sent > 0) parts.push(`${sent.toFixed(2)}x their bytes`, `${arrived} arrived`)
  if (failures.length > 0) parts.push(`gave up ${failures.length}: ${failures[0]}`)
  return parts.join(', ')
}
