import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillHost } from './large/fill.ts'
import { type Host, hostNow, openHost } from './large/host.ts'
import { ownCalls, type ScreenCall } from './large/screenCalls.ts'
import { median, type Row } from './row.ts'

const rounds = 15
const maxMs = 50
/** A host with enough public events for a whole page of them, and one with fifty times as much. */
const scales = [0.02, 1]

/** CPU of each reading call of the screens of people with three events, beside the events of others. */
export const growth: Row = {
  what: 'growth: CPU of a call of a screen on a host of 10 003 events and a million media, highest ratio',
  against: 'the same call on a host of 203 events and 20 450 media',
  goal: `<= 1.3x, none above ${maxMs} ms`,
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'eclats-growth-'))
    const hosts: Host[] = []
    try {
      for (const scale of scales) {
        const place = { dataDir: join(folder, String(scale)) }
        await mkdir(place.dataDir)
        await fillHost(place, { scale, now: hostNow })
        hosts.push(await openHost(place))
      }
      const [small, large] = hosts
      if (!small || !large) throw new Error('no hosts')
      const compared = []
      for (const call of ownCalls) compared.push(await compare(call, small, large))
      const worst = compared.toSorted((a, b) => b.ratio - a.ratio)
      const slowest = Math.max(...compared.map(({ largeMs }) => largeMs))
      const ratio = worst[0]?.ratio ?? Number.NaN
      return {
        figure: `${ratio.toFixed(2)}x, slowest ${slowest.toFixed(1)} ms`,
        detail: worst
          .slice(0, 5)
          .map(({ call, smallMs, largeMs }) => `${call.path} ${smallMs.toFixed(2)} -> ${largeMs.toFixed(2)} ms`)
          .join('; '),
        isMet: ratio <= 1.3 && slowest <= maxMs,
      }
    } finally {
      for (const host of hosts) await host.stop()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

/** Both hosts in turn, so that other load affects both alike. The median of many: a call takes about a millisecond. */
async function compare(call: ScreenCall, small: Host, large: Host) {
  const took = { small: [] as number[], large: [] as number[] }
  for (let round = 0; round < rounds; round += 1) {
    took.small.push(await small.cpuOf(call))
    took.large.push(await large.cpuOf(call))
  }
  const [smallMs, largeMs] = [median(took.small), median(took.large)]
  return { call, smallMs, largeMs, ratio: largeMs / smallMs }
}
