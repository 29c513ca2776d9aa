import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let dist: string
let server: TestServer
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'eclats-dist-'))
  await mkdir(join(dist, 'assets'))
  const files = {
    'index.html': '<!doctype html><title>Éclats</title><style>p{color:blue}</style>',
    'accueil.html': '<!doctype html><title>Accueil</title><style>p{color:red}</style>',
    'login.html': '<!doctype html><title>Connexion</title>',
    'sw.js': 'self.addEventListener("fetch", () => {})',
    'manifest.webmanifest': '{"name":"Éclats"}',
    'assets/index-abc123.js': 'console.log(1)',
    'assets/hash.worker-abc123.js': 'postMessage(1)',
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(dist, name), text)
    await writeFile(join(dist, `${name}.br`), brotliCompressSync(text))
  }
  server = await startTestServer({ dist })
})
afterAll(async () => {
  await server.stop()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers })

test.each([
  ['/', 'Accueil'],
  ['/?source=installation', 'Accueil'],
  ['/login?redirect=%2Fprofil', 'Connexion'],
  ['/organizer', 'Éclats'],
])('serves %s with the title %s', async (url, title) => {
  const answer = await get(url, { 'accept-encoding': 'br' })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain(`<title>${title}</title>`)
})

test.each(['/', '/organizer/evenements/4', '/e/AbC-123', '/confirmation?token=x'])(
  'serves the app at %s',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-cache')
  },
)

test.each(['/api', '/api/nowhere', '/assets/gone-123.js', '/assets', '/robots.txt', '/.env', '/demo/courriels'])(
  'answers %s with a plain 404 instead of a page',
  async (url) => {
    const answer = await get(url)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ code: 'requete.introuvable' })
  },
)

test('refuses a POST to a page', async () => {
  const answer = await server.app.inject({ method: 'POST', url: '/organizer' })
  expect(answer.statusCode).toBe(404)
})

test.each([
  ['/', 'p{color:red}'],
  ['/organizer', 'p{color:blue}'],
  ['/login', ''],
])('allows the inline styles of the page at %s in its policy, and no others', async (url, css) => {
  const hash = createHash('sha256').update(css).digest('base64')
  expect((await get(url)).headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
})

test('caches hashed assets permanently and compresses them with brotli', async () => {
  const answer = await get('/assets/index-abc123.js', { 'accept-encoding': 'br' })
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers['content-type']).toMatch(/javascript/)
  expect(answer.headers['content-security-policy']).not.toContain('wasm')
})

test.each([
  ['/sw.js', /javascript/],
  ['/manifest.webmanifest', /^application\/manifest\+json/],
])('revalidates %s and serves it with its type, also with brotli', async (url, type) => {
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const answer = await get(url, headers)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toMatch(type)
  }
})

test('allows wasm only in worker files', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const policy = (await get('/assets/hash.worker-abc123.js', headers)).headers['content-security-policy']
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'")
  }
})
