import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runJobs } from '#server/jobs.ts'
import { motDePasseDeTest, type PersonneDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const dayMs = 86_400_000

let server: TestServer
let karim: PersonneDeTest
let folder: string
beforeEach(async () => {
  server = await startTestServer()
  karim = await unUtilisateur(server)
  folder = join(server.dataDir, 'journal')
})
afterEach(() => server.stop())

async function lines(): Promise<Record<string, unknown>[]> {
  await server.parts.journal.flush()
  const texts = await Promise.all(
    (await readdir(folder)).toSorted().map((name) => readFile(join(folder, name), 'utf8')),
  )
  return texts
    .join('')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

function login(password: string) {
  return server.call('POST', '/auth/login', { body: { email: karim.email, password } })
}

test('records a login, a failed one and a refused call with their source address', async () => {
  await login(motDePasseDeTest)
  await login('Un mauvais mot de passe 1!')
  await server.call('GET', '/users', { token: karim.token })
  expect(await lines()).toMatchObject([
    { evenement: 'utilisateur/login', statut: 200, code: null, compte: karim.id, adresse: '127.0.0.1' },
    { evenement: 'utilisateur/login', statut: 401, code: 'session.identifiants', adresse: '127.0.0.1' },
    { statut: 403, code: 'acces.refuse', compte: null, adresse: '127.0.0.1' },
  ])
})

test('records no password, token, address or name, and no successful answer of other calls', async () => {
  await login(motDePasseDeTest)
  await login('Un mauvais mot de passe 1!')
  await server.call('GET', '/auth/me', { token: karim.token })
  const text = JSON.stringify(await lines())
  for (const secret of [motDePasseDeTest, 'mauvais', karim.token, karim.email, karim.nom]) {
    expect(text).not.toContain(secret)
  }
  expect(await lines()).toHaveLength(2)
})

test('keeps a day for 30 days and deletes it then', async () => {
  await login(motDePasseDeTest)
  await server.parts.journal.flush()
  const [name = ''] = await readdir(folder)
  server.clock.advance(30 * dayMs)
  await runJobs(server.parts)
  expect(await readdir(folder)).toContain(name)
  server.clock.advance(dayMs)
  await runJobs(server.parts)
  expect(await readdir(folder)).not.toContain(name)
})

test('creates its file for the owner only, and reports a full day once without failing requests', async () => {
  await login(motDePasseDeTest)
  await server.parts.journal.flush()
  const path = join(folder, `${server.clock.now().toISOString().slice(0, 10)}.ndjson`)
  expect((await stat(path)).mode & 0o077).toBe(0)
  await writeFile(path, Buffer.alloc(64 * 1024 * 1024))
  expect((await login(motDePasseDeTest)).statusCode).toBe(200)
  await server.parts.journal.flush()
  expect((await login(motDePasseDeTest)).statusCode).toBe(200)
  await server.parts.journal.flush()
  expect(server.takeFailures().map(String)).toEqual([expect.stringContaining('journal of the day is full')])
})
