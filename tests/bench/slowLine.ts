import type { LineFigures } from './line/measure.ts'
import type { LineKind } from './line/namespace.ts'
import { noLine, onLineOfItsOwn } from './line/onLineOfItsOwn.ts'
import type { Row } from './row.ts'

interface Goal {
  readonly sent: number
  readonly first: number
  readonly all: number
}

const slow: Goal = { sent: 1.1, first: 1.3, all: 1.15 }

/** On 400 ms and 5 % loss as at the edge of a mobile network, and on a modest fixed line; the queue starts knowing neither. */
export const slowLines: readonly Row[] = [
  onLine({ bytesPerSecond: 375_000, roundTripMs: 100, loss: 0 }, 20, { ...slow, all: 1.05 }),
  onLine({ bytesPerSecond: 50_000, roundTripMs: 400, loss: 0.05 }, 4, slow),
  onLine({ bytesPerSecond: 25_000, roundTripMs: 400, loss: 0.05 }, 2, slow),
  onLine({ bytesPerSecond: 12_000, roundTripMs: 400, loss: 0.05 }, 2, slow),
]

function onLine(kind: LineKind, photos: number, goal: Goal): Row {
  const { bytesPerSecond, roundTripMs, loss } = kind
  const named = `${bytesPerSecond / 1000} kB/s, ${roundTripMs} ms, ${loss * 100} % loss`
  return {
    what: `${photos} photos of 3.3 MB on a slow line of ${named}: bytes; first photo; all`,
    against: 'their bytes, and one bare request with as many on the same line',
    goal: `<= ${goal.sent}x; ${goal.first}x; ${goal.all}x`,
    async measure() {
      const figures = onLineOfItsOwn('measure.ts', { ...kind, photos }) as LineFigures | null
      if (!figures) return noLine
      const { sent, first, all, own, requests } = figures
      const ratios = [sent, first / own.first, all / own.all]
      const seconds = [first, own.first, all, own.all].map(Math.round)
      return {
        figure: ratios.map((ratio) => `${ratio.toFixed(2)}x`).join('; '),
        detail: `seconds: first ${seconds[0]} against ${seconds[1]}, all ${seconds[2]} against ${seconds[3]}; ${requests} requests`,
        isMet: sent <= goal.sent && first / own.first <= goal.first && all / own.all <= goal.all,
      }
    },
  }
}
