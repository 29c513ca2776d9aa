import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('health answers when database and storage do', async () => {
  const answer = await server.call('GET', '/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok', version: server.parts.version })
})

test('an unknown address below /api is a French refusal, not a page', async () => {
  const answer = await server.call('GET', '/nowhere')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toEqual({ message: "Cette adresse n'existe pas.", code: 'requete.introuvable' })
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(answer.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
})
