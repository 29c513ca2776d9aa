// `npm run scale:rehearsal`: a service on PostgreSQL and a bucket is backed up while phones send photos, and restored
// on another PostgreSQL and into another store, by the commands of docs/operations.md. PHONES and PHOTOS change how
// many phones send how many photos each before the first backup.
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { openParts } from '#server/openParts.ts'
import { startKillableServer } from '#tests/support/killableServer.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { environmentOf } from '#tests/support/postgresStage.ts'
import { randomFrom } from '#tests/support/random.ts'
import { startSwift } from '#tests/support/s3/swift.ts'
import { expectNone, openFleet, problemsOf, runPhone } from './fleet.ts'

const run = promisify(execFile)
const phones = Number(process.env['PHONES'] ?? 10)
const photosEach = Number(process.env['PHOTOS'] ?? 30)
const megabyte = 1024 ** 2

const folder = await mkdtemp(join(tmpdir(), 'eclats-repetition-'))
const saved = join(folder, 'sauvegarde')
const fleet = await openFleet({ nodes: 2 })
const { stage } = fleet
const random = randomFrom(1)
const sendWhile = (isGoingOn: (sent: number) => boolean) =>
  Promise.all(Array.from({ length: phones }, () => runPhone(fleet, { isGoingOn, random })))
const sent = (await sendWhile((count) => count < photosEach)).flat()
await stage.parts.medias.jobs.idle()

const here = { ...stage.environment, DATA_DIR: join(folder, 'ici') }
console.log(`${sent.length} photos accepted`)
await command('first backup', ['server/backup/backupCommand.ts', 'backup', saved], here)
console.log(`  the backup holds ${((await bytesBelow(saved)) / megabyte).toFixed(0)} MiB`)
let isSending = true
const later = sendWhile(() => isSending)
await command(
  'second backup into the same folder, while phones send',
  ['server/backup/backupCommand.ts', 'backup', saved],
  here,
)
isSending = false
const after = (await later).flat().length
console.log(`  ${after} photos accepted meanwhile`)
// The backup is all that is left.
await fleet.close()

const cluster = await startPostgresCluster({ fsync: 'on', full_page_writes: 'on' })
const swift = await startSwift()
const databaseUrl = cluster.url('restauree')
await createDatabase('restauree')
const s3 = await swift.newBucket()
const dataDir = join(folder, 'ailleurs')
const there = { DATABASE_URL: databaseUrl, ...environmentOf(s3), TMPDIR: folder, DATA_DIR: dataDir }
await command('restore and check', ['server/backup/backupCommand.ts', 'restore', saved], there)
await command('integrity check', ['server/integrity/integrity.ts'], there)
const began = performance.now()
const node = await startKillableServer(dataDir, { DATABASE_URL: databaseUrl, ...environmentOf(s3), TMPDIR: folder })
console.log(`start of a node: ${secondsSince(began)} s`)
const report = (error: unknown) => console.error(error)
const parts = await openParts({ dataDir, databaseUrl, s3, publicUrl: 'http://localhost', report })
const { evenementId } = stage
const wrongBytes = await countUnreadable()
const bytes = await unePhotoDe(megabyte)
const { receipt } = await deliver({ address: node.address, token: stage.karim.token, evenementId, bytes })
expectNone({
  'originals that the node does not send as they were accepted': wrongBytes,
  'new photos that it does not accept': receipt.sha256 === sha256Of(bytes) ? 0 : 1,
  ...(await problemsOf({ parts, evenementId }, sent, { isUnfinished: true })),
})
await node.kill()
await parts.medias.stop()
await parts.database.destroy()
await swift.stop()
await cluster.remove()
await rm(folder, { recursive: true, force: true })

/** Runs a command of the product and prints its time. @throws Error when it does not end with 0 */
async function command(name: string, args: readonly string[], environment: Record<string, string>): Promise<void> {
  const start = performance.now()
  const { stdout } = await run('node', [...args], { env: { ...process.env, ...environment } })
  console.log(`${name}: ${secondsSince(start)} s. ${stdout.trim().split('\n').at(-1)}`)
}

function secondsSince(start: number): string {
  return ((performance.now() - start) / 1000).toFixed(1)
}

async function bytesBelow(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function createDatabase(name: string): Promise<void> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query(`create database ${name}`)
  await client.end()
}

/** Reads each photo of the first phones from the restored node, as its author, whose session is restored too. */
async function countUnreadable(): Promise<number> {
  let count = 0
  for (const { sha256, token, receipt: accepted } of sent) {
    const answer = await fetch(`${node.address}/api/medias/${accepted.mediaId}/fichier?type=original`, {
      headers: { authorization: `Bearer ${token}` },
    })
    if (!answer.ok || sha256Of(Buffer.from(await answer.arrayBuffer())) !== sha256) count += 1
  }
  return count
}
