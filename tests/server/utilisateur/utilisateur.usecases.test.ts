import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { motDePasseDeTest, unUtilisateur } from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

// Wraps the real library to count its calls.
// Files share the modules of their worker: this one loads its own, and none after it meets the replaced one.
vi.hoisted(() => vi.resetModules())
afterAll(() => {
  vi.doUnmock('@node-rs/argon2')
  vi.resetModules()
})
vi.mock('@node-rs/argon2', { spy: true })

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const form = { nom: "O'Brien-Léger", prenom: 'Zoé', email: 'zoe@eclats.test', password: 'Souvenirs2026!' }
const register = (body: object) => server.call('POST', '/auth/register', { body })
const login = (email: string, password = motDePasseDeTest, headers = {}) =>
  server.call('POST', '/auth/login', { body: { email, password }, headers })

test('lets a new account sign in at once, in any spelling of its address', async () => {
  const answer = await register({ ...form, email: '  Zoe@Eclats.TEST ' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json<{ message: string }>().message).toContain('Compte créé')
  const signed = await login('ZOE@eclats.test')
  expect(signed.json()).toMatchObject({ nom: "O'Brien-Léger", prenom: 'Zoé' })
  const me = await server.call('GET', '/auth/me', { token: signed.json<{ token: string }>().token })
  expect(me.json()).toMatchObject({ email: 'zoe@eclats.test', role: 'PARTICIPANT', statutActif: true })
})

test('accepts an address once, also with two concurrent requests', async () => {
  const twice = { ...form, email: 'twice@eclats.test' }
  const answers = await Promise.all([register(twice), register(twice)])
  expect(answers.map((answer) => answer.statusCode).toSorted((a, b) => a - b)).toEqual([201, 409])
})

test('registers an organiser, and never an administrator', async () => {
  expect((await register({ ...form, email: 'org@eclats.test', role: 'ORGANISATEUR' })).statusCode).toBe(201)
  expect((await register({ ...form, email: 'adm@eclats.test', role: 'ADMINISTRATEUR' })).statusCode).toBe(400)
})

test.each([
  [{ nom: '' }, 'Le nom est requis'],
  [{ nom: undefined }, 'Le nom est requis'],
  [{ nom: 'X' }, 'Le nom doit contenir au moins 2 caractères'],
  [{ nom: 'R2D2' }, 'Le nom ne peut contenir que des lettres, espaces, apostrophes et tirets'],
  [{ prenom: ' ' }, 'Le prénom est requis'],
  [{ email: '' }, "L'adresse email est requise"],
  [{ email: 'zoe' }, 'Veuillez saisir une adresse email valide'],
  [{ password: 'Court1!' }, 'Le mot de passe doit contenir au moins 8 caractères'],
  [
    { password: 'souvenirs2026' },
    'Le mot de passe doit contenir au moins une majuscule, une minuscule, un chiffre et un caractère spécial',
  ],
  [{ nom: '', prenom: '', email: '' }, 'Le nom est requis'],
])('answers the registration form %o with its message', async (wrong, message) => {
  const answer = await register({ ...form, email: 'new@eclats.test', ...wrong })
  expect(answer.statusCode).toBe(400)
  expect(answer.json()).toEqual({ message, code: 'requete.invalide' })
})

test('stores a password as an argon2id hash with OWASP parameters', async () => {
  const { id } = await unUtilisateur(server)
  const row = await server.parts.database
    .selectFrom('utilisateur')
    .select('motDePasse')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(row.motDePasse).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
})

test('answers an unknown address and a wrong password with the same bytes', async () => {
  const { email } = await unUtilisateur(server)
  const wrong = await login(email, 'Mauvais2026!')
  const unknown = await login('personne@nulle-part.test', 'Mauvais2026!')
  expect(wrong.statusCode).toBe(401)
  expect(unknown.body).toBe(wrong.body)
  expect(unknown.statusCode).toBe(wrong.statusCode)
})

test('hashes for an unknown address as for a wrong password', async () => {
  const { email } = await unUtilisateur(server)
  const hashesOf = async (address: string) => {
    vi.mocked(verify).mockClear()
    await login(address, 'Mauvais2026!')
    return vi.mocked(verify).mock.calls.length
  }
  expect(await hashesOf(email)).toBe(1)
  expect(await hashesOf('a@nulle-part.test')).toBe(1)
})

test('reveals a deactivated account only with the correct password', async () => {
  const { id, email } = await unUtilisateur(server, { actif: false })
  const wrong = await login(email, 'Mauvais2026!')
  expect(wrong.statusCode).toBe(401)
  expect(Object.keys(wrong.json())).toEqual(['message', 'code'])
  expect((await login(email)).json()).toMatchObject({ code: 'session.compte_desactive', utilisateurId: id })
})

test('locks an account for a network for fifteen minutes after five failures', async () => {
  const { email } = await unUtilisateur(server)
  for (let i = 0; i < 5; i += 1) expect((await login(email, 'Mauvais2026!')).statusCode).toBe(401)
  const closed = await login(email.toUpperCase())
  expect(closed.statusCode).toBe(429)
  expect(closed.headers['retry-after']).toBe('900')
  expect(closed.json()).toEqual({
    message: 'Trop de tentatives. Réessayez dans 15 min.',
    code: 'requete.trop_de_tentatives',
  })
  server.clock.advance(15 * 60_000)
  expect((await login(email)).statusCode).toBe(200)
})

test('lets five of twenty concurrent logins with wrong passwords reach the password check', async () => {
  const { email } = await unUtilisateur(server)
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(email, 'Mauvais2026!')))
  expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(5)
  expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(15)
})

test('resets the failures after a success', async () => {
  const { email } = await unUtilisateur(server)
  for (let round = 0; round < 2; round += 1) {
    for (let i = 0; i < 4; i += 1) await login(email, 'Mauvais2026!')
    expect((await login(email)).statusCode).toBe(200)
  }
})

test('uses the specified messages of the login form', async () => {
  expect((await login('zoe', 'Mauvais2026!')).json()).toMatchObject({
    message: 'Veuillez saisir une adresse email valide',
  })
  expect((await login('zoe@eclats.test', 'court')).json()).toMatchObject({
    message: 'Le mot de passe doit contenir au moins 6 caractères',
  })
})
