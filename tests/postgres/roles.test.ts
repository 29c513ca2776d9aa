import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { openPostgres } from '#server/database/postgres.ts'
import type { KillableServer } from '#tests/support/killableServer.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { openPostgresStage, type PostgresStage } from '#tests/support/postgresStage.ts'
import { freshDatabase } from '#tests/support/testDatabase.ts'

const run = promisify(execFile)

let stage: PostgresStage
let web: KillableServer
let worker: KillableServer
beforeAll(async () => {
  stage = await openPostgresStage(2, { roles: ['web', 'worker'] })
  const [first, second] = stage.nodes
  if (!first || !second) throw new Error('two nodes are needed')
  web = first
  worker = second
})
afterAll(() => stage.close())

async function deposit(): Promise<number> {
  const { karim, evenementId } = stage
  const bytes = await unePhoto()
  return (await deliver({ address: web.address, token: karim.token, evenementId, bytes })).receipt.mediaId
}

const variantsOf = (mediaId: number) =>
  stage.parts.database.selectFrom('media').select('variantesEtat').where('id', '=', mediaId).executeTakeFirstOrThrow()

test('makes the thumbnails of a photo that a web node received on the worker, and none without one', async () => {
  // A worker looks for work once a minute: the change of the commit wakes it earlier.
  const first = await deposit()
  await expect.poll(() => variantsOf(first)).toEqual({ variantesEtat: 'FAITES' })
  expect(await worker.terminate()).toBe(0)
  const second = await deposit()
  expect(await web.terminate()).toBe(0)
  expect(await variantsOf(second)).toEqual({ variantesEtat: 'A_FAIRE' })
  await web.start()
  await worker.start()
  await expect.poll(() => variantsOf(second)).toEqual({ variantesEtat: 'FAITES' })
})

test('serves the app on the web node, and the health checks alone on the worker', async () => {
  const statusOf = async ({ address }: KillableServer, path: string) => (await fetch(`${address}${path}`)).status
  expect([await statusOf(web, '/api/health/ready'), await statusOf(worker, '/api/health/ready')]).toEqual([200, 200])
  expect([await statusOf(web, '/api/openapi.json'), await statusOf(worker, '/api/openapi.json')]).toEqual([200, 404])
})

test('refuses to start on earlier tables until the command has brought them up to date', async () => {
  const place = await freshDatabase(inject('postgres'))
  const { databaseUrl } = place
  onTestFinished(() => place.drop())
  const emptying = await openPostgres(databaseUrl)
  await sql.raw('drop schema public cascade; create schema public').execute(emptying)
  await emptying.destroy()
  const env = { ...process.env, DATABASE_URL: databaseUrl, ROLE: 'web', PORT: '0' }
  const started = run('node', ['server/main.ts'], { env: { ...env, DATA_DIR: stage.folder } })
  await expect(started).rejects.toMatchObject({ stderr: expect.stringMatching(/^La base de données n'a pas encore /) })
  // The folder cannot be made: the command uses the database alone.
  const command = ['server/database/migrateCommand.ts']
  const migrated = await run('node', command, { env: { ...env, DATA_DIR: '/dev/null/none' } })
  expect(migrated.stdout).toContain('La base de données est à jour.')
  const database = await openPostgres(databaseUrl, { migrates: false })
  expect(await database.selectFrom('auditTete').select('id').execute()).toEqual([{ id: 1 }])
  await database.destroy()
})

test('warns on a worker that mail is not sent when there is no mail server, and not on a web node', async () => {
  const place = await freshDatabase(inject('postgres'))
  onTestFinished(() => place.drop())
  const { databaseUrl } = place
  const warningsOf = async (role: string) => {
    const env = { ...process.env, DATABASE_URL: databaseUrl, ROLE: role, PORT: '0', LOG_LEVEL: 'warn' }
    const child = spawn('node', ['server/main.ts'], { env: { ...env, DATA_DIR: stage.folder } })
    const ended = once(child, 'exit')
    const warnings: string[] = []
    for await (const line of createInterface(child.stdout)) {
      if (line.startsWith('Éclats : ')) break
      warnings.push(line)
    }
    child.kill('SIGKILL')
    await ended
    return warnings.filter((line) => line.includes('SMTP_URL is not set'))
  }
  expect(await warningsOf('worker')).toHaveLength(1)
  expect(await warningsOf('web')).toEqual([])
})
