import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Inscription } from '#domain/inscription/inscription.ts'
import type { Lien } from '#domain/lien/lien.ts'
import {
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  uneInvitation,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { entreeInvite } from '#tests/support/invites.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const path = (id: number) => `/frontend/organisateur/evenements/${id}/liens`
const anEvent = (more = {}) => unEvenement(server, { createurId: claire.id, ...more })
const create = (id: number, body: object = {}, person = claire) =>
  server.call('POST', path(id), { token: person.token, body })
const aLink = async (id: number, entree = 'DIRECTE', identite = 'COMPTE') =>
  (await create(id, { entree, identite })).json<Lien>()
const read = (code: string) => server.call('GET', `/liens/${code}`)
const join = (code: string, person = lea, body: object = {}) =>
  server.call('POST', `/liens/${code}/rejoindre`, { token: person.token, body })
const revoke = (id: number, person = claire) =>
  server.call('DELETE', `/frontend/organisateur/liens/${id}`, { token: person.token })

test('shows only the description of the event to a client with the link', async () => {
  const evenement = await anEvent({ capaciteMax: 12 })
  const lien = await aLink(evenement.id)
  expect(lien.url).toBe(`http://eclats.test/e/${lien.code}`)
  expect(lien.code).toMatch(/^[\w-]{22}$/)
  const { id, titre, dateDebut, dateFin, fuseau, lieu } = evenement
  const shown = { id, titre, dateDebut, dateFin, fuseau, lieu }
  expect((await read(lien.code)).json()).toEqual({
    entree: 'DIRECTE',
    identite: 'COMPTE',
    ouvert: true,
    evenement: { ...shown, statut: 'EN_COURS', galeriePour: 'PENDANT', createur: { prenom: 'Claire' } },
  })
})

test('returns the newest valid link instead of creating one when the client asks for one only if absent', async () => {
  const { id } = await anEvent()
  const wished = await Promise.all(Array.from({ length: 5 }, () => create(id, { siAbsent: true, identite: 'PRENOM' })))
  expect(wished.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
  const [first, ...others] = wished.map((answer) => answer.json<Lien>())
  for (const other of others) expect(other).toEqual(first)
  expect(first).toMatchObject({ identite: 'PRENOM', arrivees: 0 })

  const newest = await aLink(id)
  await join(newest.code)
  expect((await create(id, { siAbsent: true })).json()).toEqual({ ...newest, arrivees: 1 })
  await revoke(newest.id)
  expect((await create(id, { siAbsent: true })).json()).toEqual(first)
  await revoke(first?.id ?? 0)
  expect((await create(id, { siAbsent: true })).json<Lien>().id).toBeGreaterThan(newest.id)
})

test('creates one link when the same form is sent again, and another one for another form or choice', async () => {
  const { id } = await anEvent()
  const form = { entree: 'DIRECTE', identite: 'PRENOM', cle: crypto.randomUUID() }
  const sent = await Promise.all(Array.from({ length: 5 }, () => create(id, form)))
  const [first, ...others] = sent.map((answer) => answer.json<Lien>())
  for (const other of others) expect(other).toEqual(first)
  const byOther = (await create(id, { ...form, cle: crypto.randomUUID() })).json<Lien>()
  const byChoice = (await create(id, { ...form, identite: 'COMPTE' })).json<Lien>()
  expect(new Set([first?.id, byOther.id, byChoice.id]).size).toBe(3)
  expect((await create(id, { ...form, identite: 'COMPTE' })).json()).toEqual(byChoice)
})

test('registers at once by a direct link, is idempotent, and notifies the organiser', async () => {
  const { id } = await anEvent()
  const { code } = await aLink(id)
  const [first, again] = [await join(code, lea, { typeParticipation: 'EN_LIGNE' }), await join(code)]
  expect(first.statusCode).toBe(201)
  expect(first.json()).toMatchObject({
    user: { id: lea.id },
    statutInscription: 'VALIDE',
    typeParticipation: 'EN_LIGNE',
  })
  expect(again.json()).toEqual(first.json())
  const notifications = await server.call('GET', '/notifications', { token: claire.token })
  expect(notifications.json()).toMatchObject([
    { type: 'INSCRIPTION', message: 'Lea Martin a rejoint votre événement.' },
  ])
})

test('creates a pending registration by a link with validation, which a direct link accepts', async () => {
  const { id } = await anEvent()
  const waiting = (await join((await aLink(id, 'A_VALIDER')).code)).json<Inscription>()
  expect(waiting.statutInscription).toBe('EN_ATTENTE')
  const direct = (await join((await aLink(id)).code)).json<Inscription>()
  expect(direct).toEqual({ ...waiting, statutInscription: 'VALIDE' })
})

test('uses the waiting list for a full event, and the reserved place of an open invitation', async () => {
  const { id } = await anEvent({ capaciteMax: 1 })
  const { code } = await aLink(id)
  await uneInvitation(server, { evenementId: id, invite: lea })
  const other = await unUtilisateur(server)
  expect((await join(code, other)).json()).toMatchObject({ statutInscription: 'EN_ATTENTE' })
  expect((await join(code, lea)).json()).toMatchObject({ statutInscription: 'VALIDE' })
  const { statut } = await server.parts.database
    .selectFrom('invitation')
    .select('statut')
    .where('evenementId', '=', id)
    .executeTakeFirstOrThrow()
  expect(statut).toBe('ACCEPTEE')
})

test('never exceeds the last three places when fifty people use one link', async () => {
  const { id } = await anEvent({ capaciteMax: 3 })
  const { code } = await aLink(id)
  const people = await Promise.all(Array.from({ length: 50 }, () => unUtilisateur(server)))
  const answers = await Promise.all(people.map((person) => join(code, person)))
  const statuts = answers.map((answer) => answer.json<Inscription>().statutInscription)
  expect(statuts.filter((statut) => statut === 'VALIDE')).toHaveLength(3)
  expect(statuts.filter((statut) => statut === 'EN_ATTENTE')).toHaveLength(47)
})

test('refuses a revoked link, and keeps registrations made by it', async () => {
  const { id } = await anEvent()
  const lien = await aLink(id)
  await join(lien.code)
  expect((await revoke(lien.id)).json<Lien>().revoqueLe).not.toBeNull()
  expect((await revoke(lien.id)).statusCode).toBe(200)
  const refused = { message: "Ce lien n'existe pas ou n'est plus valable.", code: 'lien.introuvable' }
  expect((await read(lien.code)).json()).toEqual(refused)
  expect((await join(lien.code, await unUtilisateur(server))).json()).toEqual(refused)
  expect((await read('A'.repeat(22))).json()).toEqual(refused)
  const people = await server.call('GET', `/frontend/organisateur/evenements/${id}/participants`, {
    token: claire.token,
  })
  expect(people.json()).toMatchObject([{ user: { id: lea.id }, statutInscription: 'VALIDE' }])
})

test('refuses a cancelled event and a cancelled registration', async () => {
  const cancelled = await anEvent({ statut: 'ANNULE' })
  const { code } = await aLink(cancelled.id)
  expect((await read(code)).json()).toMatchObject({ ouvert: false })
  expect((await join(code)).json()).toMatchObject({ code: 'lien.evenement_annule' })
  const { id } = await anEvent()
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id, statut: 'ANNULE' })
  expect((await join((await aLink(id)).code)).json()).toMatchObject({ code: 'inscription.annulee' })
})

test('limits links to the organiser of the event and to twenty at a time', async () => {
  const { id } = await anEvent()
  const other = await unOrganisateur(server)
  const lien = await aLink(id)
  expect((await create(id, {}, other)).statusCode).toBe(404)
  expect((await revoke(lien.id, other)).statusCode).toBe(404)
  expect((await server.call('GET', path(id), { token: other.token })).statusCode).toBe(403)
  expect((await join(lien.code, claire)).statusCode).toBe(403)
  for (let n = 1; n < 20; n += 1) await create(id)
  expect((await create(id)).json()).toMatchObject({ code: 'lien.trop_nombreux' })
  await revoke(lien.id)
  expect((await create(id)).statusCode).toBe(201)
  const list = (await server.call('GET', path(id), { token: claire.token })).json<Lien[]>()
  expect([list.length, list.at(-1)]).toEqual([21, { ...lien, revoqueLe: '2026-06-20T12:00:00.000Z' }])
})

/** The code of a short address. */
const shortOf = ({ adresseCourte }: Lien) => adresseCourte?.split('/e/')[1] ?? ''
const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } })
const readFrom = (code: string, ip: string) => server.call('GET', `/liens/${code}`, from(ip))

test('opens a link by its short address in any spelling, until the link is revoked', async () => {
  const { id, titre } = await anEvent()
  const lien = await aLink(id)
  expect(lien.adresseCourte).toMatch(/^http:\/\/eclats\.test\/e\/[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/)
  const code = shortOf(lien)
  for (const spelling of [code, code.toLowerCase(), code.replace('-', ''), code.replaceAll('0', 'o')])
    expect((await read(spelling)).json()).toMatchObject({ evenement: { titre } })
  expect((await join(code.toLowerCase())).json()).toMatchObject({ statutInscription: 'VALIDE' })
  await revoke(lien.id)
  expect((await read(code)).json()).toMatchObject({ code: 'lien.introuvable' })
  expect((await join(code)).json()).toMatchObject({ code: 'lien.introuvable' })
})

test('lets a guest enter by the short address, and repeat the entry after the link was revoked', async () => {
  const { id } = await anEvent()
  const lien = await aLink(id, 'DIRECTE', 'PRENOM')
  const body = entreeInvite()
  const enter = (code: string) => server.call('POST', `/liens/${code}/invites`, { body })
  const first = (await enter(shortOf(lien).toLowerCase())).json()
  expect(first).toMatchObject({ inscription: { statutInscription: 'VALIDE', lienId: lien.id } })
  await revoke(lien.id)
  expect((await enter(shortOf(lien))).json()).toMatchObject({ inscription: { id: first.inscription.id } })
  expect((await server.call('POST', '/liens/ZZZZ-ZZZZ/invites', { body })).json()).toMatchObject({
    code: 'lien.introuvable',
  })
})

test('refuses short addresses for an hour after twenty wrong ones from a network, but never the long code', async () => {
  const { id } = await anEvent()
  const lien = await aLink(id)
  const code = shortOf(lien)
  const ip = '203.0.113.40'
  for (let n = 0; n < 25; n += 1) expect((await readFrom(code, ip)).statusCode).toBe(200)
  for (let n = 0; n < 20; n += 1) expect((await readFrom(`ZZZZ-ZZ${10 + n}`, ip)).statusCode).toBe(404)
  const refused = await readFrom(code, ip)
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3500)
  const joining = { token: lea.token, body: {}, ...from(ip) }
  expect((await server.call('POST', `/liens/${code}/rejoindre`, joining)).statusCode).toBe(429)
  const entering = { body: entreeInvite(), ...from(ip) }
  expect((await server.call('POST', `/liens/${code}/invites`, entering)).statusCode).toBe(429)
  expect((await readFrom(lien.code, ip)).statusCode).toBe(200)
  expect((await readFrom(code, '203.0.113.41')).statusCode).toBe(200)
})
