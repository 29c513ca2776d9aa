import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { systemClock } from '#server/clock.ts'
import { inspect } from '#server/integrity/inspect.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { deliver, NotDelivered, type Receipt, type Refusal } from '#tests/support/plainPhone.ts'
import { type PostgresCluster, startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { openPostgresStage, type PostgresStage } from '#tests/support/postgresStage.ts'
import { startSwift, type Swift } from '#tests/support/s3/swift.ts'
import { makeTemplate } from '#tests/support/testDatabase.ts'
import { storedBytes } from '#tests/support/storedFiles.ts'
import { type SpreadingProxy, startSpreadingProxy } from './spreadingProxy.ts'

/** One photo of this many is larger than a part of the store. */
const largeEvery = 20
const megabyte = 1024 ** 2

/** Nodes without a shared folder, on PostgreSQL and an S3 store, behind an nginx. */
export interface Fleet {
  readonly cluster: PostgresCluster
  readonly swift: Swift
  readonly stage: PostgresStage
  readonly proxy: SpreadingProxy
  close(): Promise<void>
}

interface FleetOptions {
  readonly nodes: number
  /** Variables of each node beside those of the database and the bucket. */
  readonly environment?: Readonly<Record<string, string>>
  /** How the nodes reach the bucket, for example through a slow network; directly when absent. */
  readonly bucketOf?: (settings: S3Settings) => Promise<S3Settings>
  /** Gives each request to a random node instead of the one that deploy/nginx.conf chooses. */
  readonly isRandom?: boolean
}

export async function openFleet({
  nodes,
  environment = {},
  bucketOf = (settings) => Promise.resolve(settings),
  isRandom = false,
}: FleetOptions): Promise<Fleet> {
  const folder = await mkdtemp(join(tmpdir(), 'eclats-scale-'))
  const cluster = await startPostgresCluster({ fsync: 'on', full_page_writes: 'on', autovacuum: 'on' })
  await makeTemplate(cluster.url('postgres'))
  const swift = await startSwift()
  const stage = await openPostgresStage(nodes, {
    cluster: cluster.url('postgres'),
    s3: await bucketOf(await swift.newBucket()),
    isQuiet: true,
    environment,
  })
  const ports = stage.nodes.map(({ port }) => port)
  const proxy = await startSpreadingProxy(folder, { ports, isRandom })
  return {
    cluster,
    swift,
    stage,
    proxy,
    async close() {
      await proxy.stop()
      await stage.close()
      await swift.stop()
      await cluster.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A photo with its receipt. */
export interface Sent {
  readonly sha256: string
  /** Of its author. */
  readonly token: string
  readonly receipt: Receipt
  /** Unexpected answers before the receipt. */
  readonly refusals: readonly Refusal[]
}

interface PhoneOptions {
  /** Whether to send another photo after this many. */
  readonly isGoingOn: (sent: number) => boolean
  readonly random: () => number
  /** Time between two photos, in ms; none when absent. */
  readonly thinkMs?: number
}

/** A person who sends photos one after the other through the proxy, each until its receipt. */
export async function runPhone(
  { stage, proxy }: Pick<Fleet, 'stage' | 'proxy'>,
  { isGoingOn, random, thinkMs = 0 }: PhoneOptions,
): Promise<Sent[]> {
  const person = await unDeposant(stage, { evenementId: stage.evenementId })
  const accepted: Sent[] = []
  while (isGoingOn(accepted.length)) {
    const isLarge = random() < 1 / largeEvery
    const bytes = await unePhotoDe(Math.round(isLarge ? (9 + 6 * random()) * megabyte : (0.2 + random()) * megabyte))
    const photo = { address: proxy.address, token: person.token, evenementId: stage.evenementId, bytes }
    const delivered = await untilAccepted(
      { ...photo, clientUploadId: randomUUID(), pieces: isLarge ? 4 : 2 },
      { random },
    )
    accepted.push({ sha256: sha256Of(bytes), token: person.token, ...delivered })
    if (thinkMs > 0) await pause(thinkMs * (0.5 + random()))
  }
  return accepted
}

async function untilAccepted(photo: Parameters<typeof deliver>[0], { random }: Pick<PhoneOptions, 'random'>) {
  const beforeRetry = () => pause(200 + 800 * random())
  const refusals: Refusal[] = []
  for (;;) {
    try {
      const delivered = await deliver({ ...photo, beforeRetry })
      return { receipt: delivered.receipt, refusals: [...refusals, ...delivered.refusals] }
    } catch (error) {
      if (!(error instanceof NotDelivered)) throw error
      refusals.push(...error.refusals)
    }
  }
}

/**
 * Counts everything that contradicts the promise, after a sweep one day later.
 * @param isUnfinished whether uploads may go on, which need their files
 */
export async function problemsOf(
  { parts, evenementId }: Pick<PostgresStage, 'parts' | 'evenementId'>,
  accepted: readonly Sent[],
  { isUnfinished = false } = {},
) {
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
  const open = database.selectFrom('upload').select('fichierTemporaire').where('etat', 'in', ['OUVERT', 'COMMIT'])
  if (isUnfinished) for (const { fichierTemporaire } of await open.execute()) needed.add(fichierTemporaire)
  let orphans = 0
  for await (const { name } of medias.storage.list()) if (!needed.has(name)) orphans += 1
  let findings = 0
  for await (const finding of inspect({ database, storage: medias.storage, clock: systemClock })) {
    console.log(JSON.stringify(finding))
    findings += 1
  }
  return { lost, changed, twice: rows.length - new Set(rows.map(({ sha256 }) => sha256)).size, orphans, findings }
}

/** Prints the counts, and ends the process with 1 when one of them is not zero. */
export function expectNone(counts: Readonly<Record<string, number>>): void {
  for (const [what, count] of Object.entries(counts)) console.log(`${what}: ${count}`)
  if (Object.values(counts).some((count) => count !== 0)) process.exitCode = 1
}
