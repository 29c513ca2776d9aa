import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '#server/config.ts'
import { openPostgres } from '#server/database/postgres.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { deliver } from '#tests/support/plainPhone.ts'
import { type PostgresCluster, startPostgresCluster } from '#tests/support/postgresCluster.ts'
import { openPostgresStage } from '#tests/support/postgresStage.ts'
import { expectExactly, expectSoundRows } from '#tests/support/soundness.ts'
import { makeTemplate } from '#tests/support/testDatabase.ts'

/** A separate cluster: it is stopped, and its durability settings are changed. */
let cluster: PostgresCluster
beforeAll(async () => {
  cluster = await startPostgresCluster({ synchronous_commit: 'off' })
  await makeTemplate(cluster.url('postgres'))
})
afterAll(() => cluster.remove())

async function emptyDatabase(name: string, options = ''): Promise<string> {
  const client = new Client({ connectionString: cluster.url('postgres') })
  await client.connect()
  await client.query(`create database ${name} ${options}`)
  await client.end()
  return cluster.url(name)
}

test('creates the tables once when six nodes start together on an empty database', async () => {
  const url = await emptyDatabase('six')
  const opened = await Promise.all(Array.from({ length: 6 }, () => openPostgres(url)))
  const [one] = opened
  if (!one) throw new Error('nothing opened')
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(one)
  expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length)
  expect(await one.selectFrom('auditTete').selectAll().execute()).toEqual([{ id: 1, hash: '' }])
  await Promise.all(opened.map((database) => database.destroy()))
})

test('commits durably even when the cluster is configured otherwise', async () => {
  const database = await openPostgres(await emptyDatabase('oublieuse'))
  const { rows } = await sql`show synchronous_commit`.execute(database)
  expect(rows).toEqual([{ synchronous_commit: 'on' }])
  await database.destroy()
})

test('answers 503 in French when the database fails, and accepts the photo when it is back', async () => {
  const stage = await openPostgresStage(1, { cluster: cluster.url('postgres') })
  onTestFinished(() => stage.close())
  const { karim, evenementId } = stage
  const address = stage.nodes[0]?.address ?? ''
  const health = () => fetch(`${address}/api/health`)
  expect((await health()).status).toBe(200)

  await cluster.crash()
  const away = await fetch(`${address}/api/frontend/participant/evenements`, {
    headers: { authorization: `Bearer ${karim.token}` },
  })
  expect([away.status, away.headers.get('retry-after'), await away.json()]).toEqual([
    503,
    '5',
    { code: 'serveur.indisponible', message: 'Le service est momentanément indisponible.' },
  ])
  expect((await health()).status).toBe(503)

  const bytes = await unePhoto()
  const { receipt, refusals } = await deliver({
    address,
    token: karim.token,
    evenementId,
    bytes,
    beforeRetry: () => cluster.start(),
  })
  expect(refusals).toEqual([{ request: 'POST', status: 503, code: 'serveur.indisponible' }])
  expect(receipt.mediaId).toBeGreaterThan(0)
  expect((await health()).status).toBe(200)
  await expectExactly(stage, [bytes])
  await expectSoundRows(stage)
})

test('answers each of fifty requests during a database failure', async () => {
  const stage = await openPostgresStage(1, { cluster: cluster.url('postgres') })
  onTestFinished(() => stage.close())
  const ask = () =>
    fetch(`${stage.nodes[0]?.address}/api/frontend/participant/evenements`, {
      headers: { authorization: `Bearer ${stage.karim.token}` },
    })
  const asked = Array.from({ length: 50 }, ask)
  await cluster.crash()
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([])
  await cluster.start()
  expect((await ask()).status).toBe(200)
})

test('fails at start without its database, with a message that shows no address', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'eclats-sans-base-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  const DATABASE_URL = 'postgres://eclats:secret-de-la-base@127.0.0.1:9/eclats'
  const env = { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL }
  const said = await new Promise<string>((resolve) => {
    execFile('node', ['server/main.ts'], { env }, (_error, _stdout, stderr) => resolve(stderr))
  })
  expect(said).toMatch(/^DATABASE_URL : la base de données ne répond pas ou refuse l'accès \(ECONNREFUSED\)\. \/ .*\n$/)
})

test('fails at start with the reason of PostgreSQL when the database or its user does not exist', async () => {
  const url = cluster.url('inconnue')
  const sentence = (reason: string) =>
    `DATABASE_URL : la base de données ne répond pas ou refuse l'accès (${reason}). / ` +
    `DATABASE_URL: the database does not answer or refuses access (${reason}).`
  await expect(openPostgres(url)).rejects.toThrow(new ConfigError(sentence('database "inconnue" does not exist')))
  const unknown = url.replace('eclats@', 'autre:secret@')
  await expect(openPostgres(unknown)).rejects.toThrow(new ConfigError(sentence('role "autre" does not exist')))
})

test('fails at start with a sentence when the user may not create tables in the database', async () => {
  const url = await emptyDatabase('sans_droit')
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query('create role invite login')
  await client.end()
  await expect(openPostgres(url.replace('eclats@', 'invite@'))).rejects.toThrow(
    new ConfigError(
      "DATABASE_URL : l'utilisateur ne peut pas créer de tables dans cette base (permission denied for schema public) : " +
        'faites-en le propriétaire (ALTER DATABASE … OWNER TO …). / DATABASE_URL: the user may not create tables in this ' +
        'database (permission denied for schema public): make them its owner (ALTER DATABASE … OWNER TO …).',
    ),
  )
})

test('fails at start before it creates tables in a database that cannot store every text', async () => {
  const url = await emptyDatabase('latine', "encoding 'LATIN1' locale 'C' locale_provider libc template template0")
  await expect(openPostgres(url)).rejects.toThrow(
    new ConfigError(
      "DATABASE_URL : la base est encodée en LATIN1, UTF8 attendu (CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0). / " +
        'DATABASE_URL: the encoding of the database is LATIN1, expected UTF8 ' +
        "(CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0).",
    ),
  )
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'")
  await client.end()
  expect(rows).toEqual([])
})

test.each([
  ['sslmode=verify-full', 'The server does not support SSL connections'],
  ['sslrootcert=/nowhere/ca.pem', "ENOENT: no such file or directory, open '/nowhere/ca.pem'"],
])('fails at start with a sentence when %s does not lead to an encrypted connection', async (option, cause) => {
  await expect(openPostgres(`${cluster.url('postgres')}?${option}`)).rejects.toThrow(
    new ConfigError(
      `DATABASE_URL : la connexion chiffrée échoue (${cause}). / DATABASE_URL: the encrypted connection fails (${cause}).`,
    ),
  )
})

test('refuses a text that no database can store instead of failing', async () => {
  const stage = await openPostgresStage(1)
  onTestFinished(() => stage.close())
  const answer = await fetch(`${stage.nodes[0]?.address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'le\u0000a@eclats.test', password: 'x' }),
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'requete.invalide' }])
})
