import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clesAccesMax } from '#domain/utilisateur/cleAcces.ts'
import { verifyEnregistrement } from '#server/cleAcces/webauthn.ts'
import { forgetExpired } from '#server/session/expired.ts'
import { Authenticator, type Wrong } from '#tests/support/authenticator.ts'
import { motDePasseDeTest, type PersonneDeTest, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { beginAjout, proofBy, uneCleAcces } from '#tests/support/clesAcces.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const path = '/auth/cles-acces'
const motDePasseActuel = motDePasseDeTest
let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())

interface Read {
  readonly cles: readonly { id: number; nom: string; dateAjout: string; derniereUtilisation: string | null }[]
  readonly exigeeDepuis: string | null
}
const read = async ({ token } = claire) => (await server.call('GET', path, { token })).json<Read>()
const post = (body: object, { token } = claire) => server.call('POST', path, { token, body })
const begin = (body?: object) => server.call('POST', `${path}/defi`, { token: claire.token, body })
const remove = (id: number, body?: object) => server.call('DELETE', `${path}/${id}`, { token: claire.token, body })
const enforce = (body?: object) => server.call('PUT', `${path}/exigence`, { token: claire.token, body })
const relax = (body: object) => server.call('DELETE', `${path}/exigence`, { token: claire.token, body })
const codeOf = (answer: Awaited<ReturnType<typeof post>>) => answer.json<{ code: string }>().code
const login = (body: object = {}) =>
  server.call('POST', '/auth/login', { body: { email: claire.email, password: motDePasseDeTest, ...body } })
const subjects = async () => (await mailsTo(server, claire.email)).map(({ sujet }) => sujet)
const newAuthenticator = () => new Authenticator(server.parts.publicUrl)

describe('adding a passkey', () => {
  test('asks for a discoverable passkey with user verification, and stores the name of the device', async () => {
    const { defi, options } = await beginAjout(server, claire)
    expect(options).toMatchObject({
      rp: { id: 'eclats.test', name: 'Éclats' },
      user: { name: claire.email, displayName: 'Claire Durand' },
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    })
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32)
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' }
    const body = { defi, reponse: newAuthenticator().create(options) }
    const added = await server.call('POST', path, { token: claire.token, body, headers })
    expect([added.statusCode, added.json()]).toMatchObject([201, { nom: 'Chrome sur Android' }])
    expect(await read()).toMatchObject({ cles: [{ derniereUtilisation: null }], exigeeDepuis: null })
    expect(await subjects()).toEqual(["Une clé d'accès a été ajoutée"])
  })

  test('names a person without family name without a space after the first name', async () => {
    const { options } = await beginAjout(server, await unUtilisateur(server, { prenom: 'Zoé', nom: '' }))
    expect(options.user.displayName).toBe('Zoé')
  })

  test('requires a login younger than ten minutes or the password', async () => {
    server.clock.advance(10 * 60_000)
    expect(codeOf(await begin())).toBe('utilisateur.mot_de_passe_requis')
    expect((await begin({ motDePasseActuel })).statusCode).toBe(201)
  })

  const wrongs: Record<string, Wrong> = {
    'another origin': { origin: 'http://ailleurs.test' },
    'another relying party': { rpId: 'ailleurs.test' },
    'another challenge': { challenge: 'A'.repeat(43) },
    'the use of a passkey': { type: 'webauthn.get' },
    'an unverified person': { isVerified: false },
  }
  test.each(Object.entries(wrongs))('refuses %s, and invalidates the challenge', async (_, wrong) => {
    const { defi, options } = await beginAjout(server, claire)
    const authenticator = newAuthenticator()
    expect(codeOf(await post({ defi, reponse: authenticator.create(options, wrong) }))).toBe('cleAcces.refusee')
    expect(codeOf(await post({ defi, reponse: authenticator.create(options) }))).toBe('cleAcces.refusee')
    expect((await read()).cles).toEqual([])
  })

  test('refuses an attestation with certificates before the library parses it', async () => {
    const party = { rpId: 'eclats.test', origin: server.parts.publicUrl }
    const challenge = 'A'.repeat(43)
    const reponse = newAuthenticator().create({ challenge, rp: { id: party.rpId } }, { format: 'apple' })
    const refused = verifyEnregistrement({ party, challenge }, reponse)
    await expect(refused).rejects.toMatchObject({ cause: new Error('attestation apple: expected none') })
  })

  test('accepts each challenge once, from the same person, within five minutes', async () => {
    const karim = await unOrganisateur(server)
    const { defi, options } = await beginAjout(server, claire)
    expect(codeOf(await post({ defi, reponse: newAuthenticator().create(options) }, karim))).toBe('cleAcces.refusee')
    const answers = await Promise.all(
      [newAuthenticator(), newAuthenticator()].map((one) => post({ defi, reponse: one.create(options) })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400])
    const late = await beginAjout(server, claire)
    server.clock.advance(5 * 60_000)
    const answer = await post({ defi: late.defi, reponse: newAuthenticator().create(late.options) })
    expect(codeOf(answer)).toBe('cleAcces.refusee')
    expect((await read()).cles).toHaveLength(1)
    expect((await read(karim)).cles).toEqual([])
  })

  test('answers with the same passkey when the addition is repeated after a lost answer', async () => {
    const { defi, options } = await beginAjout(server, claire)
    const reponse = newAuthenticator().create(options)
    const [added, ...repeated] = await Promise.all([1, 2, 3].map(() => post({ defi, reponse })))
    const again = await post({ defi, reponse })
    for (const answer of [...repeated, again]) expect([answer.statusCode, answer.json()]).toEqual([201, added?.json()])
    expect((await read()).cles).toHaveLength(1)
    const karim = await unOrganisateur(server)
    expect(codeOf(await post({ defi, reponse }, karim))).toBe('cleAcces.refusee')
  })

  test("lists the person's passkeys for exclusion, and stores none twice", async () => {
    const authenticator = await uneCleAcces(server, claire)
    const { defi, options } = await beginAjout(server, claire)
    const reponse = authenticator.create(options)
    expect(options.excludeCredentials).toEqual([{ id: reponse.id, type: 'public-key', transports: ['internal'] }])
    expect(codeOf(await post({ defi, reponse }))).toBe('cleAcces.existante')
    const karim = await unOrganisateur(server)
    const other = await beginAjout(server, karim)
    const again = await post({ defi: other.defi, reponse: authenticator.create(other.options) }, karim)
    expect(codeOf(again)).toBe('cleAcces.existante')
  })

  test(`stops at ${clesAccesMax} passkeys`, async () => {
    const open = await beginAjout(server, claire)
    for (let n = 0; n < clesAccesMax; n += 1) await uneCleAcces(server, claire)
    expect(codeOf(await begin())).toBe('cleAcces.trop_nombreuses')
    const late = await post({ defi: open.defi, reponse: newAuthenticator().create(open.options) })
    expect(codeOf(late)).toBe('cleAcces.trop_nombreuses')
  })

  test('deletes a challenge when it expires', async () => {
    await beginAjout(server, claire)
    server.clock.advance(5 * 60_000 + 1)
    await forgetExpired(server.parts)
    expect(await server.parts.database.selectFrom('defi').selectAll().execute()).toEqual([])
  })
})

describe('removing a passkey', () => {
  test('requires a proof, mails the owner, and refuses the passkey from then on', async () => {
    const authenticator = await uneCleAcces(server, claire)
    const [cle] = (await read()).cles
    const proof = await proofBy(server, authenticator)
    server.clock.advance(10 * 60_000)
    expect(codeOf(await remove(cle?.id ?? 0))).toBe('utilisateur.mot_de_passe_requis')
    expect((await remove(cle?.id ?? 0, { motDePasseActuel })).statusCode).toBe(200)
    expect(codeOf(await remove(cle?.id ?? 0, { motDePasseActuel }))).toBe('cleAcces.introuvable')
    expect((await read()).cles).toEqual([])
    expect(await subjects()).toEqual(["Une clé d'accès a été ajoutée", "Une clé d'accès a été supprimée"])
    const refused = await server.call('POST', '/auth/login/cle-acces', { body: proof })
    expect(codeOf(refused)).toBe('session.cle_refusee')
  })

  test('returns not found for the passkey of another person', async () => {
    const karim = await unOrganisateur(server)
    await uneCleAcces(server, karim)
    const [cle] = (await read(karim)).cles
    expect(codeOf(await remove(cle?.id ?? 0))).toBe('cleAcces.introuvable')
  })
})

describe('a passkey beside the password', () => {
  test('is not required until its owner enables it', async () => {
    await uneCleAcces(server, claire)
    expect((await login()).statusCode).toBe(200)
  })

  test('is required only after the correct password; other devices are signed out', async () => {
    expect(codeOf(await enforce())).toBe('cleAcces.absente')
    const other = (await login()).json<{ token: string }>().token
    const authenticator = await uneCleAcces(server, claire)
    const enforced = await enforce()
    expect(new Set(enforced.json<{ codesSecours: string[] }>().codesSecours).size).toBe(10)
    expect((await read()).exigeeDepuis).not.toBeNull()
    expect((await server.call('GET', '/auth/me', { token: other })).statusCode).toBe(401)
    const missing = await login()
    expect([missing.statusCode, codeOf(missing)]).toEqual([401, 'session.cle_requise'])
    expect(codeOf(await login({ password: 'Mauvais2026!' }))).toBe('session.identifiants')
    const cleAcces = await proofBy(server, authenticator)
    expect((await login({ cleAcces })).statusCode).toBe(200)
    expect(codeOf(await login({ cleAcces }))).toBe('session.cle_refusee')
    expect(codeOf(await enforce({ motDePasseActuel }))).toBe('secondFacteur.actif')
    expect(await subjects()).toContain('La connexion en deux étapes est activée')
  })

  test('must belong to the person whose password was given', async () => {
    const karim = await unOrganisateur(server)
    const his = await uneCleAcces(server, karim)
    await uneCleAcces(server, claire)
    await enforce()
    expect(codeOf(await login({ cleAcces: await proofBy(server, his) }))).toBe('session.cle_refusee')
  })

  test('can be replaced by each recovery code once, and by no six-digit code', async () => {
    await uneCleAcces(server, claire)
    const [code = ''] = (await enforce()).json<{ codesSecours: string[] }>().codesSecours
    expect((await login({ code })).statusCode).toBe(200)
    expect(codeOf(await login({ code }))).toBe('session.code_incorrect')
    expect(codeOf(await login({ code: '000000' }))).toBe('session.code_incorrect')
    const codes = await server.call('GET', '/auth/second-facteur', { token: claire.token })
    expect(codes.json()).toEqual({ depuis: null, codesRestants: 9 })
    const renewed = await server.call('POST', '/auth/second-facteur/codes', { token: claire.token })
    expect(renewed.statusCode).toBe(200)
  })

  test('replaces the code of an authenticator app, and stays required when the app is removed', async () => {
    const authenticator = await uneCleAcces(server, claire)
    await enforce()
    const app = '/auth/second-facteur'
    const { token } = claire
    const { secret } = (await server.call('POST', app, { token })).json<{ secret: string }>()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: server.clock.now().getTime() })
    const active = await server.call('POST', `${app}/activation`, { token, body: { code } })
    const [recovery] = active.json<{ codesSecours: string[] }>().codesSecours
    expect(codeOf(await login())).toBe('session.cle_requise')
    expect((await login({ cleAcces: await proofBy(server, authenticator) })).statusCode).toBe(200)
    await server.call('DELETE', app, { token, body: { code: recovery } })
    expect(codeOf(await login())).toBe('session.cle_requise')
    const left = await server.call('GET', app, { token })
    expect(left.json()).toEqual({ depuis: null, codesRestants: 9 })
  })

  test('is no longer required after a proof by passkey or code', async () => {
    const authenticator = await uneCleAcces(server, claire)
    expect(codeOf(await relax({ code: 'AAAA' }))).toBe('secondFacteur.inactif')
    await enforce()
    const [cle] = (await read()).cles
    expect(codeOf(await remove(cle?.id ?? 0))).toBe('cleAcces.derniere')
    expect(codeOf(await relax({}))).toBe('secondFacteur.code_incorrect')
    expect(codeOf(await relax({ code: 'AAAA' }))).toBe('secondFacteur.code_incorrect')
    const wrong = await proofBy(server, authenticator, { isVerified: false })
    expect(codeOf(await relax({ cleAcces: wrong }))).toBe('cleAcces.refusee')
    server.clock.advance(10 * 60_000)
    expect(codeOf(await relax({ cleAcces: await proofBy(server, authenticator) }))).toBe(
      'utilisateur.mot_de_passe_requis',
    )
    const body = { cleAcces: await proofBy(server, authenticator), motDePasseActuel }
    expect((await relax(body)).statusCode).toBe(200)
    expect((await login()).statusCode).toBe(200)
    expect((await remove(cle?.id ?? 0, { motDePasseActuel })).statusCode).toBe(200)
    const codes = server.parts.database.selectFrom('codeSecours').selectAll().where('utilisateurId', '=', claire.id)
    expect(await codes.execute()).toEqual([])
  })
})

test('is exported with its dates, and deleted with the account', async () => {
  const lea = await unUtilisateur(server)
  await uneCleAcces(server, lea)
  await beginAjout(server, lea)
  const { token } = lea
  const donnees = (await server.call('GET', '/frontend/participant/data', { token })).json<{ clesAcces: unknown[] }>()
  expect(donnees.clesAcces).toEqual([{ nom: '', transports: 'internal', creeLe: expect.any(String), utiliseLe: null }])
  await server.call('DELETE', '/frontend/participant/data', { token })
  const { database } = server.parts
  for (const table of ['cleAcces', 'defi'] as const) {
    expect(await database.selectFrom(table).selectAll().where('utilisateurId', '=', lea.id).execute()).toEqual([])
  }
})

test('is refused when the service address is an IP address', async () => {
  const local = await startTestServer({ publicUrl: 'http://127.0.0.1:4170' })
  try {
    const ana = await unOrganisateur(local)
    const answers = [
      await local.call('POST', `${path}/defi`, { token: ana.token }),
      await local.call('POST', '/auth/login/defi'),
    ]
    expect(answers.map(codeOf)).toEqual(['cleAcces.indisponible', 'cleAcces.indisponible'])
  } finally {
    await local.stop()
  }
})
