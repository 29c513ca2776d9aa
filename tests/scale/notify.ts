// `npm run scale:notify`: what NOTIFY costs on PostgreSQL, and when three listening nodes know of a commit. RATE
// changes how many transactions begin in a second, SECONDS for how long.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { writeAudit } from '#server/audit/audit.ts'
import { systemClock } from '#server/clock.ts'
import type { Database } from '#server/database/database.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { Changes, publishMediaChange } from '#server/live/changes.ts'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { freshDatabase, makeTemplate } from '#tests/support/testDatabase.ts'
import { expectNone } from './fleet.ts'

const rate = Number(process.env['RATE'] ?? 200)
const seconds = Number(process.env['SECONDS'] ?? 15)
const nodeCount = 3
/** Transactions at the same time, as many as a node has connections. */
const atOnce = 20
const rounds = 5
const roundMs = 2000

const cluster = await startPostgresCluster({ fsync: 'on', full_page_writes: 'on', autovacuum: 'on' })
await makeTemplate(cluster.url('postgres'))
const { databaseUrl } = await freshDatabase(cluster.url('postgres'))
/** By number of the change: when its commit was acknowledged, and when each node received it, in ms. */
const committedAt = new Map<number, number>()
const receivedAt = new Map<number, number[]>()
const nodes = await Promise.all(
  Array.from({ length: nodeCount }, () => {
    const changes = new Changes()
    changes.listen((change) => {
      if (change.sujet !== 'media') return
      receivedAt.set(change.evenementId, [...(receivedAt.get(change.evenementId) ?? []), performance.now()])
    })
    return openPostgres(databaseUrl, { receiver: changes })
  }),
)
const [database] = nodes
if (!database) throw new Error('no node was opened')

let changes = 0
const writeRow = (transaction: Database) =>
  transaction.insertInto('etatService').values({ cle: randomUUID(), valeur: '' }).execute()
const publish = (transaction: Database, evenementId: number) =>
  publishMediaChange(transaction, { evenementId, auteurId: 1, statut: 'VALIDE' })
const audit = (transaction: Database) =>
  writeAudit(transaction, systemClock, { acteurId: null, action: 'media/valider', objet: 'essai:1' })
const kinds: Readonly<Record<string, (transaction: Database) => Promise<unknown>>> = {
  'one row': writeRow,
  'one row and NOTIFY': async (transaction) => {
    await writeRow(transaction)
    await publish(transaction, (changes += 1))
  },
  'one row and the audit chain': async (transaction) => {
    await writeRow(transaction)
    await audit(transaction)
  },
  'one row, NOTIFY and the audit chain': async (transaction) => {
    await writeRow(transaction)
    await publish(transaction, (changes += 1))
    await audit(transaction)
  },
}

console.log(`Transactions a second with ${atOnce} connections, median of ${rounds} rounds in turn (lowest to highest)`)
const found = new Map<string, number[]>()
for (let round = 0; round < rounds; round += 1) {
  for (const [name, work] of Object.entries(kinds)) {
    const perSecond = await asFastAsPossible(work)
    found.set(name, [...(found.get(name) ?? []), perSecond])
  }
}
for (const [name, each] of found) {
  const [lowest, middle, highest] = spreadOf(each)
  console.log(`  ${name}: ${middle.toFixed(0)} (${lowest.toFixed(0)} to ${highest.toFixed(0)})`)
}
await untilQuiet()
console.log(`${rate} transactions a second for ${seconds} s with the audit chain; ${nodeCount} nodes listen`)
console.log(`  transaction without NOTIFY: ${lineOf(await paced(false))}`)
console.log(`  transaction with NOTIFY: ${lineOf(await paced(true))}`)
await untilQuiet()
const last = [...committedAt].map(([number, at]) => Math.max(0, ...(receivedAt.get(number) ?? [])) - at)
console.log(`  from the end of a transaction to the last node: ${lineOf(last)}`)
expectNone({
  'notifications that a node did not receive': Array.from({ length: changes }, (_, n) => receivedAt.get(n + 1)).reduce(
    (sum, each) => sum + Math.max(0, nodeCount - (each?.length ?? 0)),
    0,
  ),
})
await Promise.all(nodes.map((node) => node.destroy()))
await cluster.remove()

async function asFastAsPossible(work: (transaction: Database) => Promise<unknown>): Promise<number> {
  const began = performance.now()
  let done = 0
  const worker = async () => {
    while (performance.now() - began < roundMs) {
      await database?.transaction().execute(work)
      done += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return (done / (performance.now() - began)) * 1000
}

/** Begins transactions at the rate, with what a commit of a photo locks for all. @returns their times in ms */
async function paced(notifies: boolean): Promise<number[]> {
  const began = performance.now()
  const running: Promise<number>[] = []
  for (let n = 0; n < rate * seconds; n += 1) {
    const left = began + (n * 1000) / rate - performance.now()
    if (left > 0) await pause(left)
    running.push(timedCommit(notifies))
  }
  return Promise.all(running)
}

async function timedCommit(notifies: boolean): Promise<number> {
  const number = notifies ? (changes += 1) : 0
  const began = performance.now()
  await database?.transaction().execute(async (transaction) => {
    await writeRow(transaction)
    if (notifies) await publish(transaction, number)
    await audit(transaction)
  })
  const ended = performance.now()
  if (notifies) committedAt.set(number, ended)
  return ended - began
}

/** Waits until no more changes arrive. */
async function untilQuiet(): Promise<void> {
  for (let size = -1; size !== receivedAt.size;) {
    size = receivedAt.size
    await pause(1000)
  }
}

function lineOf(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`
  return `half within ${at(0.5)}, 99 % within ${at(0.99)}, slowest ${at(1)}`
}

function spreadOf(values: readonly number[]): [lowest: number, middle: number, highest: number] {
  const sorted = values.toSorted((a, b) => a - b)
  return [sorted[0] ?? 0, sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
}
