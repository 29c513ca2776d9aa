// `npm run scale:cost`: what a photo costs, on SQLite and a folder, and on PostgreSQL and an S3 store.
// docs/operations.md has the figures under "Sizing". PHOTOS changes how many photos are sent, PHOTO names the file of a
// JPEG to send instead of a drawn one of 12 megapixels.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { openParts } from '#server/openParts.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { uneFete } from '#tests/support/fete.ts'
import { freePort } from '#tests/support/freePort.ts'
import { startKillableServer } from '#tests/support/killableServer.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { environmentOf } from '#tests/support/postgresStage.ts'
import { startSwift } from '#tests/support/s3/swift.ts'
import { freshDatabase, makeTemplate } from '#tests/support/testDatabase.ts'
import { cpuOfEach, type Program, type Use, useByProgram } from './programUse.ts'

const photos = Number(process.env['PHOTOS'] ?? 100)
const megabyte = 1024 ** 2
/** In bytes: a photo in one request, and a file in four, which is larger than a part of the store. */
const sizes = { photo: 2 * megabyte, large: 20 * megabyte }

interface Place {
  readonly databaseUrl: string | null
  readonly s3: S3Settings | null
}

interface Sending {
  /** The name of the place. */
  readonly where: string
  readonly size: number
  readonly count: number
}

interface Cost {
  readonly cpuMs: Readonly<Record<Program, number>>
  /** Statements of the server to the database. */
  readonly statements: number
  /** Calls to the store, by name. */
  readonly calls: string
  /** Files or objects that are kept, and their bytes. */
  readonly kept: { readonly count: number; readonly bytes: number }
}

const { PHOTO } = process.env
const picture = PHOTO === undefined ? await unePhoto({ largeur: 4000, hauteur: 3000 }) : await readFile(PHOTO)
const cluster = await startPostgresCluster({ fsync: 'on' })
await makeTemplate(cluster.url('postgres'))
const swift = await startSwift()
const database = async () => (await freshDatabase(cluster.url('postgres'))).databaseUrl
const places: Readonly<Record<string, () => Promise<Place>>> = {
  'SQLite, folder': () => Promise.resolve({ databaseUrl: null, s3: null }),
  'PostgreSQL, folder': async () => ({ databaseUrl: await database(), s3: null }),
  'PostgreSQL, S3': async () => ({ databaseUrl: await database(), s3: await swift.newBucket() }),
}
console.log(
  `| Each of ${photos} photos of 2 MB in one request, ${photos / 10} files of 20 MB in four | CPU of the server, ms ` +
    '| of decoding, ms | of PostgreSQL, ms | statements | kept | calls to the store |',
)
console.log('|---|---|---|---|---|---|---|')
const notes: string[] = []
for (const [name, place] of Object.entries(places)) {
  for (const [kind, size] of Object.entries(sizes)) {
    const count = kind === 'photo' ? photos : photos / 10
    const { cpuMs, statements, calls, kept } = await measure(await place(), { where: name, size, count })
    const columns = [
      `${name}, ${size / megabyte} MB`,
      cpuMs.server.toFixed(1),
      cpuMs.images.toFixed(0),
      cpuMs.database.toFixed(1),
      statements.toFixed(0),
      `${kept.count.toFixed(1)} files, ${(kept.bytes / 1000).toFixed(0)} kB`,
      calls,
    ]
    console.log(`| ${columns.join(' | ')} |`)
  }
}
console.log(notes.join('\n'))
await swift.stop()
await cluster.remove()

async function measure(place: Place, { where, size, count }: Sending): Promise<Cost> {
  const { databaseUrl, s3 } = place
  const folder = await mkdtemp(join(tmpdir(), 'eclats-cost-'))
  const metricsPort = await freePort()
  const node = await startKillableServer(folder, {
    METRICS_PORT: String(metricsPort),
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
    ...(s3 && environmentOf(s3)),
  })
  const report = (error: unknown) => console.error(error)
  const parts = await openParts({ dataDir: folder, databaseUrl, s3, publicUrl: 'http://localhost', report })
  const { karim, evenementId } = await uneFete({ parts })
  const send = async () => {
    // Readers stop at the end of the picture.
    const bytes = Buffer.concat([picture, randomBytes(Math.max(16, size - picture.length))])
    const pieces = size === sizes.large ? 4 : 1
    const { receipt } = await deliver({ address: node.address, token: karim.token, evenementId, bytes, pieces })
    return receipt.mediaId
  }
  // The first photos load code.
  for (let n = 0; n < 5; n += 1) await send()
  await untilIdle(parts)
  const before = await collect(place, { folder, metricsPort })
  const sent: number[] = []
  for (let n = 0; n < count; n += 1) sent.push(await send())
  await untilIdle(parts)
  const after = await collect(place, { folder, metricsPort })
  if (size === sizes.photo) {
    const { server, images } = after.use
    notes.push(`${where}: the server has ${mebibytes(server)}, a process that decodes ${mebibytes(images)}`)
    for (const type of ['thumbnail', 'custom&width=1600', 'original']) {
      const unread = await collect(place, { folder, metricsPort })
      let bytes = 0
      for (const id of sent) {
        const answer = await fetch(`${node.address}/api/medias/${id}/fichier?type=${type}`, {
          headers: { authorization: `Bearer ${karim.token}` },
        })
        if (!answer.ok) throw new Error(`${type} of a photo: ${answer.status}`)
        bytes += (await answer.arrayBuffer()).byteLength
      }
      const read = await collect(place, { folder, metricsPort })
      const cpuMs = (read.use.server.cpuMs - unread.use.server.cpuMs) / count
      const calls = callsBetween(unread.metrics, read.metrics, count)
      const kilobytes = (bytes / count / 1000).toFixed(0)
      notes.push(
        `${where}: reading ${type} (${kilobytes} kB) takes ${cpuMs.toFixed(1)} ms of CPU of the server; calls: ${calls}`,
      )
    }
  }
  await node.kill()
  await parts.medias.stop()
  await parts.database.destroy()
  await rm(folder, { recursive: true, force: true })
  const each = (pick: (from: typeof after) => number) => (pick(after) - pick(before)) / count
  const cpu = (program: Program) => each(({ use }) => use[program].cpuMs)
  const counted = (name: string) => each(({ metrics }) => metrics.get(name) ?? 0)
  return {
    cpuMs: cpuOfEach(cpu),
    statements: counted('eclats_database_seconds_count{failed="false"}'),
    calls: callsBetween(before.metrics, after.metrics, count),
    kept: {
      count: each(({ kept }) => kept.length),
      bytes: each(({ kept }) => kept.reduce((sum, one) => sum + one, 0)),
    },
  }
}

function mebibytes({ residentBytes }: Use): string {
  return `${(residentBytes / megabyte).toFixed(0)} MiB`
}

/** Calls to the store for each of `count` photos, by name. */
function callsBetween(before: Map<string, number>, after: Map<string, number>, count: number): string {
  const calls = [...after.keys()].flatMap((key) => {
    const each = ((after.get(key) ?? 0) - (before.get(key) ?? 0)) / count
    const name = /^eclats_store_seconds_count.*call="(\w+)"/.exec(key)?.[1]
    // The sweeper lists the bucket once.
    return name === undefined || each < 0.5 ? [] : [`${name} ${each.toFixed(1)}`]
  })
  return calls.join(', ') || 'none'
}

async function collect({ s3 }: Place, { folder, metricsPort }: { folder: string; metricsPort: number }) {
  const metrics = await metricsOf(metricsPort)
  return { use: useByProgram(), metrics, kept: s3 ? await objectSizes(s3) : await fileSizes(folder) }
}

async function untilIdle({ database: rows }: Awaited<ReturnType<typeof openParts>>): Promise<void> {
  for (;;) {
    const waiting = await rows
      .selectFrom('media')
      .select('id')
      .where((where) =>
        where.or([where('variantesEtat', 'in', ['A_FAIRE', 'EN_COURS']), where('grandeAttendue', '=', 1)]),
      )
      .executeTakeFirst()
    if (!waiting) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function metricsOf(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

async function fileSizes(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && /\/(medias|apercus)(\/|$)/.test(entry.parentPath))
  return Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
}

async function objectSizes({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): Promise<number[]> {
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ ...(endpoint !== null && { endpoint }), region, credentials, forcePathStyle: true })
  const sizesFound: number[] = []
  for (let token: string | undefined, isTruncated = true; isTruncated;) {
    const page = await client.send(
      new ListObjectsV2Command({ Bucket: bucket, ...(token !== undefined && { ContinuationToken: token }) }),
    )
    for (const { Size = 0 } of page.Contents ?? []) sizesFound.push(Size)
    token = page.NextContinuationToken
    isTruncated = token !== undefined
  }
  client.destroy()
  return sizesFound
}
