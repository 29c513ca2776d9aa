// `npm run scale:throughput`: how many photos one, two and three nodes accept, on the same database and bucket. First
// each node has a small part of a core, so that the nodes are the limit, then as much as it gets. The nodes have the
// role `web`: they make no previews. PHONES, ROUNDS and SHARE change the phones, the rounds and the part of a core.
import { setTimeout as pause } from 'node:timers/promises'
import { unDeposant } from '#tests/support/fete.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { openCpuShare } from './cpuShare.ts'
import { expectNone, openFleet } from './fleet.ts'
import { cpuOfEach, type Program, useByProgram } from './programUse.ts'

const phones = Number(process.env['PHONES'] ?? 12)
const rounds = Number(process.env['ROUNDS'] ?? 3)
const share = Number(process.env['SHARE'] ?? 0.15)
const nodeCount = 3
const photoBytes = 2 * 1024 ** 2
/** In ms: the phones fill the queues of the nodes, then the accepted photos are counted. */
const times = { warmUp: 4000, window: 15_000 }

interface Measured {
  readonly perMinute: number
  /** Of a photo, in ms. */
  readonly cpuMs: Readonly<Record<Program, number>>
}

const fleet = await openFleet({ nodes: nodeCount, environment: { ROLE: 'web' } })
const { stage } = fleet
let used = nodeCount
let accepted = 0
let refused = 0
const ending = new AbortController()
const sending = Promise.all(Array.from({ length: phones }, runSender))
const groups = stage.nodes.map((node, n) => {
  const group = openCpuShare(`eclats-scale-${process.pid}-${n}`, share)
  group?.add(node.pid)
  return group
})
if (groups.every((group) => group !== null)) await measureAll(`Each node has ${(share * 100).toFixed(0)} % of a core`)
else
  console.log('The processor time of a node cannot be limited on this machine: Linux with control groups and root can.')
for (const group of groups) group?.remove()
await measureAll('Each node has as much of the two cores as it gets')
ending.abort()
await sending
expectNone({ 'answers that were not expected': refused })
await fleet.close()

async function runSender(): Promise<void> {
  const { token } = await unDeposant(stage, { evenementId: stage.evenementId })
  while (!ending.signal.aborted) {
    const bytes = await unePhotoDe(photoBytes)
    const { address } = stage.nodes[Math.floor(Math.random() * used)] ?? fleet.proxy
    const { refusals } = await deliver({ address, token, evenementId: stage.evenementId, bytes, pieces: 1 })
    refused += refusals.length
    accepted += 1
  }
}

async function measureAll(title: string): Promise<void> {
  const found = new Map<number, Measured[]>()
  for (let round = 0; round < rounds; round += 1) {
    for (let nodes = 1; nodes <= nodeCount; nodes += 1)
      found.set(nodes, [...(found.get(nodes) ?? []), await measure(nodes)])
  }
  console.log(title)
  const one = median((found.get(1) ?? []).map(({ perMinute }) => perMinute))
  for (const [nodes, each] of found) {
    const ratios = each.map(({ perMinute }) => perMinute / one).toSorted((a, b) => a - b)
    const cpu = (program: Program) => median(each.map(({ cpuMs }) => cpuMs[program])).toFixed(0)
    console.log(
      `  nodes: ${nodes}, ratio ${median(ratios).toFixed(2)} (${ratios[0]?.toFixed(2)} to ${ratios.at(-1)?.toFixed(2)}), ` +
        `${median(each.map(({ perMinute }) => perMinute)).toFixed(0)} photos a minute; ms of CPU a photo: server ` +
        `${cpu('server')}, PostgreSQL ${cpu('database')}, store ${cpu('store')}`,
    )
  }
}

/** @param nodes how many of them get requests */
async function measure(nodes: number): Promise<Measured> {
  used = nodes
  await pause(times.warmUp)
  const before = { accepted, use: useByProgram(), at: performance.now() }
  await pause(times.window)
  const count = accepted - before.accepted
  const use = useByProgram()
  const cpu = (program: Program) => (use[program].cpuMs - before.use[program].cpuMs) / count
  return {
    perMinute: (count / (performance.now() - before.at)) * 60_000,
    cpuMs: cpuOfEach(cpu),
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
