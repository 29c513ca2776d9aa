import { expect, onTestFinished, test, vi } from 'vitest'
import { programs } from '#tests/support/locatedMedia.ts'
import { startTestServer } from '#tests/support/serverFixture.ts'

test('answers 200 on health when database and storage respond', async () => {
  const server = await startTestServer()
  const answer = await server.call('GET', '/health')
  await server.stop()
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ status: 'ok', version: server.parts.version })
})

test('says on health whether ffmpeg is there, once it is known', async () => {
  const server = await startTestServer()
  onTestFinished(() => server.stop())
  await server.parts.medias.ffmpeg.find()
  expect((await server.call('GET', '/health')).json()).toHaveProperty('ffmpeg', programs.ffmpeg)
})

test('answers 503 on health when the storage does not respond', async () => {
  const server = await startTestServer({ parts: { checkStorage: () => Promise.reject(new Error('gone')) } })
  const answer = await server.call('GET', '/health')
  await server.stop()
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'serveur.indisponible' })
  expect(answer.headers['retry-after']).toBe('10')
})

test('answers 503 on health when the database does not respond', async () => {
  const server = await startTestServer()
  // Without a database, the first search for variants and films to make fails.
  await Promise.all([server.parts.medias.jobs.idle(), server.parts.medias.lectures.idle()])
  await server.parts.database.destroy()
  const answer = await server.call('GET', '/health')
  await server.stop()
  expect(answer.statusCode).toBe(503)
})

test('answers 503 on ready after four seconds when the storage is silent', async () => {
  const asked = Promise.withResolvers<void>()
  const checkStorage = () => {
    asked.resolve()
    return new Promise<void>(() => undefined)
  }
  const server = await startTestServer({ parts: { checkStorage } })
  onTestFinished(() => server.stop())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const ready = server.call('GET', '/health/ready')
  await asked.promise
  vi.advanceTimersByTime(4000)
  expect((await ready).statusCode).toBe(503)
})

test('answers 200 on live and 503 on ready when the storage does not respond', async () => {
  const server = await startTestServer({ parts: { checkStorage: () => Promise.reject(new Error('gone')) } })
  const [live, ready] = [await server.call('GET', '/health/live'), await server.call('GET', '/health/ready')]
  await server.stop()
  expect([live.statusCode, live.json()]).toEqual([200, { status: 'ok' }])
  expect([ready.statusCode, ready.headers['retry-after']]).toEqual([503, '10'])
  expect(ready.json()).toMatchObject({ code: 'serveur.indisponible' })
})

test('lists demonstration accounts only in demonstration mode', async () => {
  const comptes = [{ email: 'claire@demo.eclats.test', prenom: 'Claire', role: 'ORGANISATEUR' as const }]
  const server = await startTestServer({ parts: { demo: { comptes, motDePasse: 'Souvenirs2026!' } } })
  const answer = await server.call('GET', '/health')
  await server.stop()
  expect(answer.json()).toMatchObject({ demo: comptes, motDePasse: 'Souvenirs2026!' })
})
