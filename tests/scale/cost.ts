// `npm run scale:cost`: what a photo costs the server, on SQLite and a folder, and on PostgreSQL and an S3 store.
// The processor time is that of the server process; decoding is done by other processes and is the same everywhere.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openParts } from '#server/openParts.ts'
import type { S3Settings } from '#server/storage/s3/s3Settings.ts'
import { uneFete } from '#tests/support/fete.ts'
import { freePort } from '#tests/support/freePort.ts'
import { startKillableServer } from '#tests/support/killableServer.ts'
import { unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { environmentOf } from '#tests/support/postgresStage.ts'
import { startSwift } from '#tests/support/s3/swift.ts'
import { freshDatabase, makeTemplate } from '#tests/support/testDatabase.ts'

const photos = Number(process.env['PHOTOS'] ?? 100)
const megabyte = 1024 ** 2

interface Place {
  readonly databaseUrl: string | null
  readonly s3: S3Settings | null
}

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
  `| ${photos} photos of 2 MB, then ${photos / 10} of 20 MB in 4 requests | ms of CPU a photo | calls to the store a photo |`,
)
console.log('|---|---|---|')
for (const [name, place] of Object.entries(places)) {
  for (const size of [2, 20]) {
    const { cpuMs, calls } = await measure(await place(), {
      size: size * megabyte,
      count: size === 2 ? photos : photos / 10,
    })
    console.log(`| ${name}, ${size} MB | ${cpuMs.toFixed(1)} | ${calls} |`)
  }
}
await swift.stop()
await cluster.remove()

async function measure({ databaseUrl, s3 }: Place, { size, count }: { size: number; count: number }) {
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
    const bytes = await unePhotoDe(size)
    await deliver({
      address: node.address,
      token: karim.token,
      evenementId,
      bytes,
      pieces: size > 8 * megabyte ? 4 : 1,
    })
  }
  // The first photos load code.
  for (let n = 0; n < 5; n += 1) await send()
  await untilIdle(parts)
  const before = await collect(metricsPort)
  for (let n = 0; n < count; n += 1) await send()
  await untilIdle(parts)
  const after = await collect(metricsPort)
  await node.kill()
  await parts.medias.stop()
  await parts.database.destroy()
  await rm(folder, { recursive: true, force: true })
  const each = (name: string) => ((after.get(name) ?? 0) - (before.get(name) ?? 0)) / count
  const stores = [...after.keys()].filter((key) => key.startsWith('eclats_store_seconds_count'))
  const calls = stores.map((key) => `${/call="(\w+)"/.exec(key)?.[1] ?? ''} ${each(key).toFixed(1)}`)
  return { cpuMs: each('process_cpu_seconds_total') * 1000, calls: calls.join(', ') || 'none' }
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

async function collect(port: number): Promise<Map<string, number>> {
  const text = await (await fetch(`http://localhost:${port}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}
