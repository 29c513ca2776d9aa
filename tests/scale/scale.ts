// `npm run scale`: three nodes without a shared folder, on PostgreSQL and an S3 store, under load and failures.
// PHONES and PHOTOS change how many phones send how many photos each, SEED the order of the failures.
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#server/clock.ts'
import { inspect } from '#server/integrity/inspect.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { uneInscription, unConsentement, unUtilisateur } from '#tests/support/builders.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { deliver, type Receipt } from '#tests/support/plainPhone.ts'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { openPostgresStage, type PostgresStage } from '#tests/support/postgresStage.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startSwift } from '#tests/support/s3/swift.ts'
import { makeTemplate } from '#tests/support/testDatabase.ts'
import { storedBytes } from '#tests/support/storedFiles.ts'
import { startSpreadingProxy } from './spreadingProxy.ts'
import { makeTrouble } from './trouble.ts'

const phones = Number(process.env['PHONES'] ?? 50)
const photosEach = Number(process.env['PHOTOS'] ?? 20)
const seed = Number(process.env['SEED'] ?? 1)
const nodeCount = 3
/** One photo of this many is larger than a part of the store. */
const largeEvery = 20
const megabyte = 1024 ** 2

interface Sent {
  readonly sha256: string
  readonly receipt: Receipt
}

const folder = await mkdtemp(join(tmpdir(), 'eclats-scale-'))
const cluster = await startPostgresCluster({ fsync: 'on', full_page_writes: 'on', autovacuum: 'on' })
await makeTemplate(cluster.url('postgres'))
const swift = await startSwift()
const stage = await openPostgresStage(nodeCount, {
  cluster: cluster.url('postgres'),
  s3: await swift.newBucket(),
  isQuiet: true,
})
const proxy = await startSpreadingProxy(
  folder,
  stage.nodes.map(({ port }) => port),
)
const random = randomFrom(seed)
const started = performance.now()
const ending = new AbortController()
const trouble = makeTrouble({ nodes: stage.nodes, cluster, swift }, { signal: ending.signal, random })
const sent = (await Promise.all(Array.from({ length: phones }, () => runPhone()))).flat()
const seconds = (performance.now() - started) / 1000
ending.abort()
const troubles = await trouble
const problems = await problemsOf(stage, sent)
console.log(
  `${nodeCount} nodes, ${phones} phones, ${sent.length} photos accepted in ${seconds.toFixed(0)} s; ` +
    `${troubles.kills} nodes killed, store away ${troubles.storeOutages} times, database restarted ` +
    `${troubles.databaseRestarts} times (seed ${seed})`,
)
for (const [what, count] of Object.entries(problems)) console.log(`${what}: ${count}`)
await proxy.stop()
await stage.close()
await swift.stop()
await cluster.remove()
await rm(folder, { recursive: true, force: true })
process.exitCode = Object.values(problems).every((count) => count === 0) ? 0 : 1

/** A person who sends photos one after the other, each until its receipt. */
async function runPhone(): Promise<Sent[]> {
  const person = await unUtilisateur(stage)
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: person.id })
  await unConsentement(stage, person.id)
  const accepted: Sent[] = []
  for (let n = 0; n < photosEach; n += 1) {
    const isLarge = random() < 1 / largeEvery
    const bytes = await unePhotoDe(Math.round(isLarge ? (9 + 6 * random()) * megabyte : (0.2 + random()) * megabyte))
    const photo = { address: proxy.address, token: person.token, evenementId: stage.evenementId, bytes }
    const receipt = await untilAccepted({ ...photo, clientUploadId: randomUUID(), pieces: isLarge ? 4 : 2 })
    accepted.push({ sha256: sha256Of(bytes), receipt })
  }
  return accepted
}

async function untilAccepted(photo: Parameters<typeof deliver>[0]): Promise<Receipt> {
  const beforeRetry = () => pause(200 + 800 * random())
  for (;;) {
    const delivered = await deliver({ ...photo, beforeRetry }).catch((error: unknown) => error)
    if (!(delivered instanceof Error)) return (delivered as { receipt: Receipt }).receipt
  }
}

/** Counts everything that contradicts the promise, after a sweep one day later. */
async function problemsOf({ parts, evenementId }: PostgresStage, accepted: readonly Sent[]) {
  const { database, medias } = parts
  const tomorrow = { now: () => new Date(systemClock.now().getTime() + 86_400_000) }
  await sweep({ ...medias, database, clock: tomorrow })
  const rows = await database.selectFrom('media').selectAll().where('evenementId', '=', evenementId).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  let lost = 0
  let changed = 0
  for (const { sha256, receipt } of accepted) {
    const row = byId.get(receipt.mediaId)
    if (!row) lost += 1
    else if (row.sha256 !== sha256 || sha256Of(await storedBytes(medias.storage, row.fichier)) !== sha256) changed += 1
  }
  const needed = new Set(rows.map(({ fichier }) => fichier))
  let orphans = 0
  for await (const { name } of medias.storage.list()) if (!needed.has(name)) orphans += 1
  let findings = 0
  for await (const finding of inspect({ database, storage: medias.storage, clock: systemClock })) {
    console.log(JSON.stringify(finding))
    findings += 1
  }
  return { lost, changed, twice: rows.length - new Set(rows.map(({ sha256 }) => sha256)).size, orphans, findings }
}
