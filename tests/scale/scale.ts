// `npm run scale`: three nodes without a shared folder, on PostgreSQL and an S3 store, under load and failures.
// PHONES and PHOTOS change how many phones send how many photos each, SEED the order of the failures.
import { randomFrom } from '#tests/support/random.ts'
import { expectNone, openFleet, problemsOf, runPhone } from './fleet.ts'
import { makeTrouble } from './trouble.ts'

const phones = Number(process.env['PHONES'] ?? 50)
const photosEach = Number(process.env['PHOTOS'] ?? 20)
const seed = Number(process.env['SEED'] ?? 1)
const nodeCount = 3

const fleet = await openFleet({ nodes: nodeCount, isRandom: true })
const { stage, cluster, swift } = fleet
const random = randomFrom(seed)
const started = performance.now()
const ending = new AbortController()
const trouble = makeTrouble({ nodes: stage.nodes, cluster, swift }, { signal: ending.signal, random })
const phone = () => runPhone(fleet, { isGoingOn: (count) => count < photosEach, random })
const sent = (await Promise.all(Array.from({ length: phones }, phone))).flat()
const seconds = (performance.now() - started) / 1000
ending.abort()
const troubles = await trouble
console.log(
  `${nodeCount} nodes, ${phones} phones, ${sent.length} photos accepted in ${seconds.toFixed(0)} s; ` +
    `${troubles.kills} nodes killed, store away ${troubles.storeOutages} times, database restarted ` +
    `${troubles.databaseRestarts} times (seed ${seed})`,
)
const without = Object.entries(troubles).filter(([, times]) => times === 0)
expectNone({ ...(await problemsOf(stage, sent)), 'kinds of failure that did not happen': without.length })
await fleet.close()
