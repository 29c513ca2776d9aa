import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lienPage, rendering } from '#domain/contract/publicPages.ts'
import type { LienPublic } from '#domain/lien/lien.ts'
import { unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { unLien } from '#tests/support/liens.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const titre = '</title></script><script>alert(1)</script> & "Camille"'
const style = 'p{color:red}'
/** Renders the name of the place, which the tests choose to make it fail. */
const renderer = `export async function renderLien(code, lien) {
  if (lien.evenement.lieu === 'fails') throw new Error('not rendered')
  return { body: '<p>' + code + '</p>' }
}`

let dist: string
let server: TestServer
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'eclats-dist-'))
  await mkdir(join(dist, rendering.folder))
  await writeFile(join(dist, 'index.html'), '<title>Éclats</title><div id="root">the app</div>')
  for (const name of ['login', 'register']) await writeFile(join(dist, `${name}.html`), '<div id="root"></div>')
  const head = `<title>Événement</title><style>${style}</style>`
  await writeFile(join(dist, rendering.folder, lienPage.template), `${head}<div id="root"></div>`)
  await writeFile(join(dist, rendering.folder, rendering.renderer), renderer)
  server = await startTestServer({ dist })
})
afterAll(async () => {
  await server.stop()
  await rm(dist, { recursive: true })
})

const get = (url: string, headers = {}) => server.app.inject({ method: 'GET', url, headers })

async function anEvenement(fields: { lieu?: string } = {}) {
  const { id: createurId } = await unOrganisateur(server)
  return unEvenement(server, { createurId, titre, ...fields })
}

test('serves the page of a link with its content and its data, in its own policy, to no shared cache', async () => {
  const { id: evenementId } = await anEvenement()
  const { code } = await unLien(server, { evenementId })
  const answer = await get(`/e/${code}?source=qr`)
  expect(answer.statusCode).toBe(200)
  expect(answer.body).toContain(`<div id="root"><p>${code}</p></div>`)
  expect(dataIn(answer.body)).toEqual({ code, lien: (await get(`/api/liens/${code}`)).json<LienPublic>() })
  expect(answer.headers['cache-control']).toBe('private, no-cache')
  const hash = createHash('sha256').update(style).digest('base64')
  expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}';`)
})

test('escapes the title of an event in the page of its link', async () => {
  const { id: evenementId } = await anEvenement()
  const { code } = await unLien(server, { evenementId })
  const { body } = await get(`/e/${code}`)
  expect(body).not.toContain('<script>alert')
  expect(body).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Camille&quot; · Éclats</title>')
})

test('compresses the page of a link', async () => {
  const { id: evenementId } = await anEvenement()
  const { code } = await unLien(server, { evenementId })
  const answer = await get(`/e/${code}`, { 'accept-encoding': 'gzip, br' })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(answer.rawPayload).toString()).toContain(`<p>${code}</p>`)
})

test('serves the app when the link is unknown or revoked, or its page cannot be rendered', async () => {
  const { id: evenementId } = await anEvenement()
  const revoked = await unLien(server, { evenementId, revoqueLe: '2026-01-01T00:00:00.000Z' })
  const failing = await anEvenement({ lieu: 'fails' })
  const notRendered = await unLien(server, { evenementId: failing.id })
  for (const code of ['A'.repeat(22), revoked.code, notRendered.code, 'inconnu']) {
    const answer = await get(`/e/${code}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('the app')
    expect(answer.body).not.toContain('Camille')
  }
})

test('shows nothing of an event at a short code, and counts no attempt', async () => {
  const codeCourt = '7K3M9QXA'
  for (let attempt = 0; attempt < 30; attempt += 1) {
    expect((await get(`/e/${codeCourt}`)).body).toContain('the app')
  }
  expect((await get(`/api/liens/${codeCourt}`)).statusCode).toBe(404)
})

test.each([lienPage.template, rendering.renderer])('does not serve %s itself', async (file) => {
  expect((await get(`/${rendering.folder}/${file}`)).statusCode).toBe(404)
})

function dataIn(html: string): unknown {
  const [, data = ''] =
    new RegExp(`<script type="application/json" id="${lienPage.dataId}">(.*?)</script>`).exec(html) ?? []
  return JSON.parse(data)
}
