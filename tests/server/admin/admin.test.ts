import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { TestClock } from '#tests/support/testClock.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ clock: new TestClock(new Date().toISOString()) })
})
afterAll(() => server.stop())

const run = promisify(execFile)
const command = (...words: string[]) =>
  run('node', ['server/admin/admin.ts', ...words], {
    env: {
      ...process.env,
      DATA_DIR: server.dataDir,
      PUBLIC_URL: 'https://eclats.test',
      DATABASE_URL: server.databaseUrl ?? '',
    },
  })
const tokenIn = (said: string) => /^https:\/\/eclats\.test\/reset-password\?token=([\w-]{43})$/m.exec(said)?.[1] ?? ''
const reset = (token: string, newPassword: string) =>
  server.call('POST', '/auth/reset-password', { body: { token, newPassword } })
const signIn = (email: string, password: string) => server.call('POST', '/auth/login', { body: { email, password } })

test('creates the first administrator beside a running server, with a link to choose a password', async () => {
  const { stdout, stderr } = await command('create', 'Agnes@Eclats.test')
  expect(stderr).toBe('')
  expect(stdout).toContain('Compte administrateur créé : agnes@eclats.test')
  expect((await reset(tokenIn(stdout), 'gelée de coing')).statusCode).toBe(200)
  expect((await reset(tokenIn(stdout), 'gelée de mûre')).statusCode).toBe(400)
  const { token } = (await signIn('agnes@eclats.test', 'gelée de coing')).json<{ token: string }>()
  const me = await server.call('GET', '/auth/me', { token })
  expect(me.json()).toMatchObject({ role: 'ADMINISTRATEUR', emailConfirme: true })
  expect((await server.call('GET', '/users', { token })).statusCode).toBe(200)
})

test('promotes an existing account, also a closed one; ends its sessions and keeps its password', async () => {
  const lea = await unUtilisateur(server, { actif: false })
  const { stdout } = await command('create', lea.email)
  expect(stdout).toContain(`Ce compte est administrateur : ${lea.email}`)
  expect((await server.call('GET', '/auth/me', { token: lea.token })).statusCode).toBe(401)
  const { token } = (await signIn(lea.email, motDePasseDeTest)).json<{ token: string }>()
  expect((await server.call('GET', '/auth/me', { token })).json()).toMatchObject({ role: 'ADMINISTRATEUR' })
  const audits = server.parts.database.selectFrom('audit').selectAll().where('objet', '=', `utilisateur:${lea.id}`)
  expect(JSON.stringify(await audits.execute())).not.toContain(tokenIn(stdout))
})

test('replaces the password and ends the sessions of an account with an unconfirmed address', async () => {
  const squatter = await unUtilisateur(server, { confirme: false, role: 'ADMINISTRATEUR' })
  const { stdout } = await command('create', squatter.email)
  expect((await server.call('GET', '/auth/me', { token: squatter.token })).statusCode).toBe(401)
  expect((await signIn(squatter.email, motDePasseDeTest)).statusCode).toBe(401)
  expect((await reset(tokenIn(stdout), 'gelée de coing')).statusCode).toBe(200)
  expect((await signIn(squatter.email, 'gelée de coing')).statusCode).toBe(200)
})

test.each([
  [[]],
  [['create']],
  [['create', 'agnes']],
  [['delete', 'agnes@eclats.test']],
  [['second-facteur']],
  [['create', 'agnes@eclats.test', 'lea']],
  [['renew', 'jwt', 'vapid']],
])('prints the usage for %j', async (words) => {
  await expect(command(...words)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Usage : npm run admin -- create prenom@exemple\.fr\n +npm run admin -- second-facteur prenom@exemple\.fr/,
    ),
  })
})

test('renews a secret, and refuses a word that names none', async () => {
  const { database } = server.parts
  const valueOf = (nom: string) => database.selectFrom('secret').select('valeur').where('nom', '=', nom).execute()
  const [jwt, galerie] = [await valueOf('jwt'), await valueOf('galerie')]
  expect((await command('renew', 'jwt')).stdout).toContain('Secret remplacé : jwt.')
  expect(await valueOf('jwt')).not.toEqual(jwt)
  expect(await valueOf('galerie')).toEqual(galerie)
  await expect(command('renew', 'toString')).rejects.toThrow('Usage : npm run admin')
})

test('says that no account has the address', async () => {
  await expect(command('second-facteur', 'inconnue@eclats.test')).rejects.toMatchObject({
    code: 1,
    stderr: "Aucun compte n'a l'adresse inconnue@eclats.test.\n",
  })
})

test('creates no database where it has to change one', async () => {
  const DATA_DIR = join(server.dataDir, 'ailleurs')
  const env = { ...process.env, DATA_DIR, DATABASE_URL: '' }
  for (const words of [
    ['renew', 'jwt'],
    ['second-facteur', 'agnes@eclats.test'],
  ]) {
    await expect(run('node', ['server/admin/admin.ts', ...words], { env })).rejects.toThrow('DATA_DIR holds no data')
  }
  expect(existsSync(DATA_DIR)).toBe(false)
})
