// `npm run scale:upgrade`: three nodes behind an nginx are stopped with SIGTERM and started again, one after the other,
// twice around, as docs/operations.md says, while phones send photos. PHONES, ROUNDS and NODES change how many.
import { setTimeout as pause } from 'node:timers/promises'
import { randomFrom } from '#tests/support/random.ts'
import { expectNone, openFleet, problemsOf, runPhone } from './fleet.ts'

const phones = Number(process.env['PHONES'] ?? 12)
const rounds = Number(process.env['ROUNDS'] ?? 2)
const nodeCount = Number(process.env['NODES'] ?? 3)
/** In ms: the phones send photos to all nodes between two restarts. */
const betweenMs = 2000

const fleet = await openFleet({ nodes: nodeCount, environment: { STOP_DELAY: '2', HOST: '127.0.0.1' } })
const { stage, proxy } = fleet
const random = randomFrom(1)
let isUpgrading = true
const phone = () => runPhone(fleet, { isGoingOn: () => isUpgrading, random, thinkMs: 200 })
const sending = Promise.all(Array.from({ length: phones }, phone))
let restarts = 0
let cutShort = 0
for (let round = 0; round < rounds; round += 1) {
  for (const node of stage.nodes) {
    await pause(betweenMs)
    await proxy.setDown(node.port)
    if ((await node.terminate()) !== 0) cutShort += 1
    await node.start()
    await proxy.setDown(null)
    restarts += 1
  }
}
isUpgrading = false
const sent = (await sending).flat()
console.log(`${nodeCount} nodes, ${phones} phones, ${sent.length} photos accepted, ${restarts} restarts`)
const refusals = sent.flatMap((photo) => photo.refusals)
const kinds = Map.groupBy(refusals, ({ request, status, code }) => `${request} ${status} ${code ?? ''}`)
for (const [kind, those] of kinds) console.log(`  ${kind}: ${those.length}`)
expectNone({
  'stops that did not end with 0': cutShort,
  'answers of 5xx': refusals.filter(({ status }) => status >= 500).length,
  'broken connections': refusals.filter(({ status }) => status === 0).length,
  ...(await problemsOf(stage, sent)),
})
await fleet.close()
