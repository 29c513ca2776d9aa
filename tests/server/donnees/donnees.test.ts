import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unAbonnement,
  unEvenement,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { hashPassword } from '#server/utilisateur/passwordHash.ts'
import { updateUtilisateur } from '#server/utilisateur/utilisateur.repository.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unDeposant } from '#tests/support/fete.ts'
import { tablesWith, unePersonneMarquee } from '#tests/support/personneMarquee.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { readZip } from '#tests/support/zipReader.ts'

let server: TestServer
let claire: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
  evenementId = (await unEvenement(server, { createurId: claire.id, statut: 'EN_COURS' })).id
})
beforeEach(() => server.clock.advance(86_400_000 / 24))
afterAll(() => server.stop())

const data = ({ token }: { token: string }, format = 'json', headers: Record<string, string> = {}) =>
  server.call('GET', `/frontend/participant/data?format=${format}`, { token, headers })

test('exports all data of the person and no secret', async () => {
  const person = await unePersonneMarquee(server, { claire, marque: 'zorglub' })
  const answer = await data(person)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['cache-control']).toBe('no-store')
  const body = answer.json<Record<string, unknown[]>>()
  expect(body).toMatchObject({
    firstName: 'zorglub',
    lastName: 'zorglub',
    exporteLe: server.clock.now().toISOString(),
    compte: { email: 'zorglub@eclats.test', emailEnAttente: 'nouvelle-zorglub@eclats.test', statutActif: true },
    consentements: [{ versionRGPD: '1.0', origine: 'zorglub', texteHash: expect.stringMatching(/^[\da-f]{64}$/) }],
    inscriptions: [{ statutInscription: 'VALIDE' }],
    invitations: [{ email: 'zorglub@eclats.test', statut: 'ACCEPTEE' }],
    medias: [{ nomOriginal: 'zorglub.jpg', favori: false, statut: 'EN_ATTENTE', consentementId: expect.any(Number) }],
    envois: [{ nom: 'zorglub.jpg' }, { nom: 'zorglub.jpg' }],
    demandesRetrait: [{ motif: 'Je suis dessus, zorglub' }],
    recompenses: [{ message: 'Bravo zorglub' }],
    notifications: [{ message: 'Bravo zorglub' }],
    sessions: [{ finLe: null }],
    demandesReinitialisation: [{ email: 'zorglub@eclats.test' }],
  })
  const actions = (body['journal'] as { action: string }[]).map(({ action }) => action)
  expect(actions).toEqual(expect.arrayContaining(['consentement/repondu', 'session/refusee', 'recompense/donnee']))
  const { database } = server.parts
  const secrets = [
    ...(await database.selectFrom('utilisateur').select('motDePasse as s').execute()),
    ...(await database.selectFrom('session').select('jti as s').execute()),
    ...(await database.selectFrom('jeton').select('hash as s').execute()),
    ...(await database.selectFrom('invitation').select('tokenHash as s').execute()),
  ]
  expect(secrets.filter(({ s }) => answer.body.includes(s))).toEqual([])
  // Every record with the person's mark is in the export, except the organiser's own notices.
  expect([...new Set(await tablesWith(server, 'zorglub'))]).toEqual([
    'consentement',
    'courriel',
    'demandeReinitialisation',
    'demandeRetrait',
    'invitation',
    'jeton',
    'media',
    'notification',
    'recompense',
    'tentative',
    'upload',
    'utilisateur',
  ])
})

test("exports no data of other people, nor the person's data to them", async () => {
  const one = await unePersonneMarquee(server, { claire, marque: 'spirou' })
  const stranger = await unePersonneMarquee(server, { claire, marque: 'fantasio' })
  expect((await data(one)).body).not.toContain('fantasio')
  expect((await data(stranger, 'zip')).rawPayload.includes('spirou')).toBe(false)
})

test("exports the subscription with the customer's id at the provider, and the choices of an event", async () => {
  const lea = await unOrganisateur(server)
  const provider = { fournisseur: 'stripe', reference: 'sub_lea', client: 'cus_lea' }
  await unAbonnement(server, lea.id, 'PREMIUM', provider)
  const { id } = await unEvenement(server, { createurId: lea.id })
  await server.parts.database.updateTable('evenement').set({ galeriePour: 'APRES' }).where('id', '=', id).execute()
  expect((await data(lea)).json()).toMatchObject({
    abonnements: [{ ...provider, plan: 'PREMIUM', renouvele: false }],
    evenements: [{ id, galeriePour: 'APRES' }],
  })
})

test('adds the original files to the ZIP byte for byte, with its exact length', async () => {
  const lea = await unDeposant(server, { evenementId })
  const photos = [await unePhoto(), await unePhoto()]
  for (const bytes of photos) {
    await depositInOne(server, { token: lea.token, evenementId, bytes, name: '../IMG:1.jpg' })
  }
  const lost = await unMedia(server, { evenementId, auteurId: lea.id, statut: 'VALIDE', favori: true })
  const answer = await data(lea, 'zip')
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="eclats-mes-donnees-[\d-]{10}\.zip"$/)
  expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length))
  const [json, ...originals] = readZip(answer.rawPayload)
  expect(originals.map(({ bytes }) => sha256Of(bytes))).toEqual(photos.map(sha256Of))
  expect(originals[0]?.name).toMatch(/^medias\/\d+-IMG_1\.jpg$/)
  const exported = JSON.parse(json?.bytes.toString() ?? '') as { medias: object[]; originauxAbsents: number[] }
  expect(exported.medias).toHaveLength(3)
  expect(exported.medias.at(-1)).toMatchObject({ favori: true })
  expect(exported.originauxAbsents).toEqual([lost.id])
})

test('keeps the extension of an original file whose name is too long for the ZIP', async () => {
  const lea = await unDeposant(server, { evenementId })
  const name = `${'é'.repeat(180)}.jpg`
  await depositInOne(server, { token: lea.token, evenementId, bytes: await unePhoto(), name })
  const [, original] = readZip((await data(lea, 'zip')).rawPayload)
  expect(original?.name).toMatch(/^medias\/\d+-é{98}\.jpg$/)
})

test('allows three exports a day and then returns the waiting time, for every role', async () => {
  for (const role of ['ORGANISATEUR', 'ADMINISTRATEUR'] as const) {
    const person = await unUtilisateur(server, { role })
    for (const format of ['json', 'zip', 'json']) expect((await data(person, format)).statusCode).toBe(200)
    const refused = await data(person)
    expect(refused.statusCode).toBe(429)
    expect(refused.headers['retry-after']).toBe('86400')
  }
  expect((await data({ token: 'x' })).statusCode).toBe(401)
  const proof = { motDePasseActuel: motDePasseDeTest }
  expect((await data(claire, 'json', proof)).json()).toMatchObject({
    evenements: [{ titre: 'Mariage de Lea et Karim' }, {}, {}, {}],
  })
})

test.each(['json', 'zip'])(
  'requires the password for a %s export when the login is ten minutes old',
  async (format) => {
    const password = 'Clé%20 été!2026'
    const lea = await unUtilisateur(server)
    server.clock.advance(10 * 60_000 - 1)
    expect((await data(lea, format)).statusCode).toBe(200)
    server.clock.advance(1)
    const missing = await data(lea, format)
    expect([missing.statusCode, missing.json()]).toEqual([
      403,
      { code: 'utilisateur.mot_de_passe_requis', message: 'Indiquez votre mot de passe actuel pour continuer.' },
    ])
    const wrong = await data(lea, format, { motDePasseActuel: 'Mauvais2026!' })
    expect([wrong.statusCode, wrong.json<{ code: string }>().code]).toEqual([403, 'utilisateur.mot_de_passe_incorrect'])
    await updateUtilisateur(server.parts.database, lea.id, { motDePasse: await hashPassword(password) })
    const right = await data(lea, format, { motDePasseActuel: encodeURIComponent(password) })
    expect(right.statusCode).toBe(200)
    expect(server.logs.join('')).not.toContain(encodeURIComponent(password))
  },
)

test('counts wrong passwords before an export, but not as exports', async () => {
  const lea = await unUtilisateur(server)
  const wrong = { motDePasseActuel: 'Mauvais2026!' }
  for (let n = 0; n < 5; n += 1) expect((await data(lea, 'json', wrong)).statusCode).toBe(403)
  expect((await data(lea, 'json', wrong)).statusCode).toBe(429)
  for (let n = 0; n < 3; n += 1) expect((await data(lea)).statusCode).toBe(200)
})

test('names the ZIP by the day in Paris', async () => {
  const now = server.clock.now()
  const lateInParis = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1, 23, 30)
  server.clock.advance(lateInParis - now.getTime())
  const answer = await data(await unDeposant(server, { evenementId }), 'zip')
  const nextDay = new Date(lateInParis + 3_600_000).toISOString().slice(0, 10)
  expect(answer.headers['content-disposition']).toBe(`attachment; filename="eclats-mes-donnees-${nextDay}.zip"`)
})
