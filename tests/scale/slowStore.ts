// `npm run scale:slow`: two nodes whose bucket answers each request late and with little bandwidth, and then answers
// nothing for a time, while phones send photos. PHONES and PHOTOS change how many phones send how many photos each.
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '#tests/support/random.ts'
import { expectNone, openFleet, problemsOf, runPhone, type Sent } from './fleet.ts'
import { type Condition, quick, type SlowLink, startSlowLink } from './slowLink.ts'

const phones = Number(process.env['PHONES'] ?? 20)
const photosEach = Number(process.env['PHOTOS'] ?? 4)
const slow: Condition = { delayMs: 300, bytesPerSecond: 10 * 1024 ** 2 }
/** Longer than the time limits of a call to the store. */
const blockedMs = 75_000
/** Between two calls of each kind. */
const askEveryMs = 250

let link: SlowLink | undefined
const fleet = await openFleet({
  nodes: 2,
  bucketOf: async (settings) => {
    link = await startSlowLink(settings.endpoint ?? '')
    return { ...settings, endpoint: link.address }
  },
})
if (!link) throw new Error('the fleet has no bucket')
const { stage, proxy } = fleet
const random = randomFrom(1)
const paths = {
  'list of events': '/api/frontend/participant/evenements',
  readiness: '/api/health/ready',
  liveness: '/api/health/live',
}
const sent: Sent[] = []
const failed = { 'lists of events that failed': 0, 'lists of events that took as long as a call to the store': 0 }

await watch('quick store', sendAll)
link.setCondition(slow)
await watch('slow store', sendAll)
link.setCondition(quick)
await watch('no answer of the store', async () => {
  const sending = sendAll()
  await pause(2000)
  const unblock = link?.block()
  await pause(blockedMs)
  unblock?.()
  await sending
})
expectNone({ ...failed, ...(await problemsOf(stage, sent)) })
await fleet.close()
await link.close()

async function sendAll(): Promise<void> {
  const phone = () => runPhone(fleet, { isGoingOn: (count) => count < photosEach, random })
  const accepted = (await Promise.all(Array.from({ length: phones }, phone))).flat()
  sent.push(...accepted)
  const refusals = accepted.flatMap((photo) => photo.refusals)
  const kinds = Map.groupBy(refusals, ({ request, status, code }) => `${request} ${status} ${code ?? ''}`)
  const counts = [...kinds].map(([kind, those]) => `${those.length} × ${kind}`)
  console.log(`  ${accepted.length} photos accepted; refused before: ${counts.join(', ') || 'none'}`)
}

/** Makes other calls during some work, and prints how long they took. */
async function watch(phase: string, work: () => Promise<void>): Promise<void> {
  console.log(phase)
  const ending = new AbortController()
  const asking = Object.entries(paths).map(async ([name, path]) => {
    const times: number[] = []
    let away = 0
    while (!ending.signal.aborted) {
      const began = performance.now()
      const { status } = await fetch(`${proxy.address}${path}`, {
        headers: { authorization: `Bearer ${stage.karim.token}` },
      })
      times.push(performance.now() - began)
      if (status !== 200) away += 1
      await pause(askEveryMs, undefined, { signal: ending.signal }).catch(() => undefined)
    }
    return { name, away, times: times.toSorted((a, b) => a - b) }
  })
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  ending.abort()
  console.log(`  ${seconds.toFixed(0)} s`)
  for (const { name, away, times } of await Promise.all(asking)) {
    const at = (share: number) => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(0)} ms`
    console.log(
      `  ${name}: half within ${at(0.5)}, 95 % within ${at(0.95)}, slowest ${at(1)}, ${away} of ${times.length} not 200`,
    )
    if (name !== 'list of events') continue
    failed['lists of events that failed'] += away
    if ((times[Math.floor(times.length / 2)] ?? 0) >= slow.delayMs)
      failed['lists of events that took as long as a call to the store'] += 1
  }
}
