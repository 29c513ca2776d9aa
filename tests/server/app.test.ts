import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

test('sends the strict policy with every answer', async () => {
  const { headers } = await server.call('GET', '/health')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("require-trusted-types-for 'script';trusted-types eclats")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe/)
  expect(headers).toMatchObject({
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  expect(headers['permissions-policy']).toContain('camera=(self)')
})

test('sends HSTS only behind TLS', async () => {
  expect((await server.call('GET', '/health')).headers).not.toHaveProperty('strict-transport-security')
  const secure = await startTestServer({ publicUrl: 'https://eclats.example' })
  const { headers } = await secure.call('GET', '/health')
  await secure.stop()
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('includes subdomains in HSTS when configured', async () => {
  const secure = await startTestServer({ publicUrl: 'https://eclats.example', hstsSubdomains: true })
  const { headers } = await secure.call('GET', '/health')
  await secure.stop()
  expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
})

test('ignores a forged X-Forwarded-For unless the proxy is trusted', async () => {
  const seen: string[] = []
  for (const trustedProxies of [[], ['127.0.0.1']]) {
    const one = await startTestServer({ trustedProxies })
    one.app.addHook('onRequest', async (request) => void seen.push(request.ip))
    await one.call('GET', '/health', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    await one.stop()
  }
  expect(seen).toEqual(['127.0.0.1', '203.0.113.7'])
})

test('answers the health checks alone as a worker', async () => {
  const { parts } = server
  const settings = { logger: server.app.log, dist: null, trustedProxies: [] }
  const worker = await buildApp(parts, { ...settings, isWorker: true })
  onTestFinished(() => worker.close())
  const ask = async (url: string, method: 'GET' | 'POST' = 'GET') => (await worker.inject({ method, url })).statusCode
  for (const url of ['/api/health', '/api/health/live', '/api/health/ready'])
    expect([url, await ask(url)]).toEqual([url, 200])
  const refused = await worker.inject({ url: '/api/openapi.json' })
  expect([refused.statusCode, refused.json()]).toEqual([
    404,
    { code: 'requete.introuvable', message: "Cette adresse n'existe pas." },
  ])
  for (const url of ['/', '/api/docs', '/api/healthy', '/api/auth/me', '/sw.js'])
    expect([url, await ask(url)]).toEqual([url, 404])
  expect(await ask('/api/auth/login', 'POST')).toBe(404)
})

test('lets no other origin read an answer, and refuses TRACE', async () => {
  const origin = { origin: 'https://other.example' }
  for (const method of ['GET', 'OPTIONS'] as const) {
    const headers = { ...origin, 'access-control-request-method': 'POST' }
    const answer = await server.call(method, '/health', { headers })
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  }
  expect((await server.app.inject({ method: 'TRACE' as 'GET', url: '/api/health' })).statusCode).toBe(404)
})

test('answers an address that cannot be decoded like any other refusal, with all headers', async () => {
  const usual = await server.app.inject({ url: '/api/inconnu' })
  for (const url of ['/api/%zz?token=secret', '/e/%E0%A4%A']) {
    const answer = await server.app.inject({ url })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { code: 'requete.invalide', message: "La requête est invalide : l'adresse n'est pas lisible" },
    ])
    expect(Object.keys(answer.headers).toSorted()).toEqual(Object.keys(usual.headers).toSorted())
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{36}$/)
  }
})
