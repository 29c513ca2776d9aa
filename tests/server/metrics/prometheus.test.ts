import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MetricsServer, startMetrics } from '#server/metrics/prometheus.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let metrics: MetricsServer
beforeAll(async () => {
  server = await startTestServer({ listen: true, isMeasured: true })
  const report = (error: unknown) => {
    throw error
  }
  metrics = await startMetrics(server.parts, { host: '127.0.0.1', port: 0, report })
})
afterAll(async () => {
  await metrics.stop()
  await server.stop()
})

async function collected(): Promise<string> {
  const answer = await fetch(metrics.address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  return answer.text()
}

/** The value of a metric with exactly these labels; undefined when there is none. */
async function valueOf(line: string): Promise<number | undefined> {
  const found = (await collected()).split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.split(' ').at(-1))
}

test('counts answers, upload bytes, commits, statements and waiting work', async () => {
  const { karim, evenementId } = await uneFete(server)
  const bytes = await unePhoto()
  const before = (await valueOf('eclats_upload_bytes_total')) ?? 0
  expect((await depositInOne(server, { token: karim.token, evenementId, bytes })).statusCode).toBe(201)
  expect(await valueOf('eclats_upload_bytes_total')).toBe(before + bytes.length)
  const ofUploads =
    /^eclats_answer_seconds_count\{method="POST",route="\/api\/[^"\d]+\/medias\/uploads",status="201"\} 1$/m
  expect(await collected()).toMatch(ofUploads)
  expect(await valueOf('eclats_commit_seconds_count{accepted="true"}')).toBe(1)
  expect(await valueOf('eclats_database_seconds_count{failed="false"}')).toBeGreaterThan(5)
  await server.parts.medias.jobs.idle()
  expect(await valueOf('eclats_job_seconds_count{job="vignette",failed="false"}')).toBe(1)
  expect(await valueOf('eclats_jobs_waiting{job="vignettes"}')).toBe(0)
  await server.parts.database.updateTable('media').set({ variantesEtat: 'A_FAIRE' }).execute()
  server.clock.advance(90_000)
  expect(await valueOf('eclats_jobs_waiting{job="vignettes"}')).toBe(1)
  expect(await valueOf('eclats_jobs_oldest_seconds{job="vignettes"}')).toBe(90)
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
})

test('counts live streams while they are open', async () => {
  const { karim } = await uneFete(server)
  const before = (await valueOf('eclats_live_streams')) ?? 0
  const leaving = new AbortController()
  await fetch(`${server.address}/api/live`, {
    headers: { authorization: `Bearer ${karim.token}` },
    signal: leaving.signal,
  })
  expect(await valueOf('eclats_live_streams')).toBe(before + 1)
  leaving.abort()
  await expect.poll(() => valueOf('eclats_live_streams')).toBe(before)
})

test('names no person, event, file or address in a label', async () => {
  const { karim, evenementId } = await uneFete(server, { titre: 'Fête secrète' })
  const paths = [`/frontend/participant/evenements/${evenementId}`, `/medias/9999/fichier`, '/inconnu/4242?s=secret']
  for (const path of paths) await server.call('GET', path, { token: karim.token })
  const labels = [...(await collected()).matchAll(/(\w+)="([^"]*)"/g)].filter(
    ([, name]) => name !== 'le' && name !== 'version',
  )
  expect(labels.length).toBeGreaterThan(10)
  const allowed = new Set([
    'method',
    'route',
    'status',
    'accepted',
    'failed',
    'call',
    'job',
    'type',
    'kind',
    'space',
    'quantile',
    'major',
    'minor',
    'patch',
  ])
  expect(labels.filter(([, name = '']) => !allowed.has(name))).toEqual([])
  const routes = labels.filter(([, name]) => name === 'route').map(([, , value]) => value ?? '')
  expect(routes.filter((route) => /\d|@|\?/.test(route))).toEqual([])
})

test('serves them on their own port only', async () => {
  expect((await fetch(new URL('/autre', metrics.address))).status).toBe(404)
  const open = await fetch(`${server.address}/metrics`)
  expect(await open.text()).not.toContain('eclats_answer_seconds')
})
