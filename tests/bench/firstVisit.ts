import type { FirstVisitFigures } from './line/firstVisit.ts'
import type { LineKind } from './line/namespace.ts'
import { noLine, onLineOfItsOwn } from './line/onLineOfItsOwn.ts'
import type { Row } from './row.ts'

/** A guest who opens the event for the first time and then loses the network. */
export const firstVisits: readonly Row[] = [
  onLine({ bytesPerSecond: 1_250_000, roundTripMs: 40, loss: 0 }, 2),
  onLine({ bytesPerSecond: 50_000, roundTripMs: 400, loss: 0 }, 10),
]

function onLine(kind: LineKind, goalSeconds: number): Row {
  return {
    what: `first visit to an event on a line of ${kind.bytesPerSecond / 1000} kB/s, ${kind.roundTripMs} ms: it works without network`,
    against: 'the moment its title was on the screen',
    goal: `<= ${goalSeconds} s later`,
    async measure() {
      const figures = (await onLineOfItsOwn('firstVisit.ts', kind)) as FirstVisitFigures | null
      if (!figures) return noLine
      const { shown, active } = figures
      return {
        figure: `${active.toFixed(1)} s later`,
        detail: `the title stood after ${shown.toFixed(1)} s; compressed as over HTTPS, without its handshake`,
        isMet: active <= goalSeconds,
      }
    },
  }
}
