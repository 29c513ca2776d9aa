import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lienPage, rendering } from '#domain/contract/publicPages.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

/** Renders the address that it is given; fails for the page of notifications. */
const renderer = `export async function renderPage(path) {
  if (path.includes('notifications')) throw new Error('not rendered')
  return { body: '<p>rendered for ' + path + '</p>' }
}`
const page = (name: string) =>
  `<title>${name}</title><style>p{color:red}</style></head><body>
    <div id="root"><noscript>Sans script</noscript><p>of the build</p></div>
  </body>`

let dist: string
let server: TestServer
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'eclats-dist-'))
  await mkdir(join(dist, rendering.folder))
  for (const name of ['index', 'login', 'register']) await writeFile(join(dist, `${name}.html`), page(name))
  await writeFile(join(dist, rendering.folder, lienPage.template), page('lien'))
  await writeFile(join(dist, rendering.folder, rendering.renderer), renderer)
  server = await startTestServer({ dist })
})
afterAll(async () => {
  await server.stop()
  await rm(dist, { recursive: true })
})

const get = (url: string) => server.app.inject({ method: 'GET', url })

test.each(['login', 'register'])('renders %s for the page on which the person continues', async (name) => {
  const answer = await get(`/${name}?redirect=%2Fe%2FAbC-123&autre=1`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain(`<title>${name}</title>`)
  expect(answer.body).toContain(
    `<div id="root"><noscript>Sans script</noscript><p>rendered for /${name}?redirect=%2Fe%2FAbC-123</p></div>`,
  )
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  const hash = createHash('sha256').update('p{color:red}').digest('base64')
  expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
})

test.each([
  '/login',
  '/login?redirect=https%3A%2F%2Fexample.org',
  '/login?redirect=%2Fe%2F1&redirect=%2Fe%2F2',
  '/login?redirect=%2Fnulle-part',
  '/login?redirect=%2Fnotifications',
])('serves the page of the build at %s', async (url) => {
  const answer = await get(url)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain('<title>login</title>')
  expect(answer.body).toContain('of the build')
  expect(answer.headers['cache-control']).toBe('no-cache')
})
