import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import type { Consentement } from '#domain/consentement/consentement.ts'
import { expireConsentements, readConsentements } from '#server/consentement/consentement.usecases.ts'
import { remindConsentements } from '#server/consentement/rappel.ts'
import { openSession } from '#server/session/session.usecases.ts'
import {
  unConsentement,
  unEvenement,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { unInvite } from '#tests/support/invites.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { sha256Of } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set('2026-06-20T12:00:00.000Z')
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const path = '/frontend/participant/consentement-rgpd'
const say = (consentementDonne: boolean, more = {}) =>
  server.call('POST', path, { token: lea.token, body: { consentementDonne, versionRGPD: '1.0', ...more } })
const active = () => server.call('GET', `${path}/me/actif`, { token: lea.token })
const rows = () =>
  server.parts.database
    .selectFrom('consentement')
    .selectAll()
    .where('utilisateurId', '=', lea.id)
    .orderBy('id')
    .execute()

test('stores a consent for twelve months by the server clock and ignores dates and people in the body', async () => {
  const other = await unUtilisateur(server)
  const answer = await say(true, { dateExpiration: '2099-01-01T00:00:00.000Z', utilisateurId: other.id })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    consentementDonne: true,
    statut: 'ACTIF',
    utilisateurId: lea.id,
    dateExpiration: '2027-06-20T12:00:00.000Z',
  })
  expect((await active()).json()).toEqual(answer.json())
})

test('lists all answers of a person, latest first, to that person only', async () => {
  const { id } = (await say(true)).json<Consentement>()
  server.clock.advance(1000)
  await server.call('DELETE', `/consentements-rgpd/${id}/revoquer`, { token: lea.token })
  await say(false)
  const history = await server.call('GET', `${path}/me`, { token: lea.token })
  expect(history.json()).toMatchObject([
    { consentementDonne: false, statut: 'REVOQUE', revoqueLe: null },
    { id, consentementDonne: true, statut: 'REVOQUE', revoqueLe: '2026-06-20T12:00:01.000Z' },
  ])
  const other = await unUtilisateur(server)
  expect((await server.call('GET', `${path}/me`, { token: other.token })).json()).toEqual([])
})

test('shows an expired consent as expired before the job has marked it', async () => {
  await say(true)
  server.clock.set('2027-06-20T12:00:00.000Z')
  expect(await readConsentements(server.parts, lea)).toMatchObject([{ statut: 'EXPIRE' }])
})

test('returns no consent before the first answer', async () => {
  expect((await active()).statusCode).toBe(404)
  expect((await active()).json()).toMatchObject({ code: 'consentement.absent' })
})

test('expires after twelve months', async () => {
  await say(true)
  server.clock.set('2027-06-20T11:59:59.999Z')
  const signedIn = await unUtilisateur(server)
  lea = { ...lea, token: signedIn.token }
  const { id } = (await server.call('GET', '/auth/me', { token: signedIn.token })).json<{ id: number }>()
  await server.parts.database.updateTable('consentement').set({ utilisateurId: id }).execute()
  expect((await active()).statusCode).toBe(200)
  server.clock.advance(1)
  expect((await active()).statusCode).toBe(404)
})

test('marks only expired consents', async () => {
  await say(true)
  await expireConsentements(server.parts)
  expect(await rows()).toMatchObject([{ statut: 'ACTIF' }])
  server.clock.set('2027-06-20T12:00:00.000Z')
  await expireConsentements(server.parts)
  expect(await rows()).toMatchObject([{ statut: 'EXPIRE', revoqueLe: null }])
})

test('keeps a refusal as proof and ends the previous consent', async () => {
  await say(true)
  const refusal = await say(false)
  expect(refusal.json()).toMatchObject({ consentementDonne: false, statut: 'REVOQUE' })
  expect((await active()).statusCode).toBe(404)
  expect((await rows()).map((row) => [row.consentementDonne, row.statut])).toEqual([
    [1, 'REVOQUE'],
    [0, 'REVOQUE'],
  ])
})

test('accepts consent twice without a second consent', async () => {
  const [first, second] = await Promise.all([say(true), say(true)])
  expect(second.json<Consentement>().id).toBe(first.json<Consentement>().id)
  expect(await rows()).toHaveLength(1)
})

test('stores the hash of the text shown to an account and the source of the answer as proof', async () => {
  await server.call('POST', path, {
    token: lea.token,
    body: { consentementDonne: true, versionRGPD: '1.0' },
    headers: { 'user-agent': 'Mozilla/5.0 (Android 15)' },
  })
  expect(await rows()).toMatchObject([
    { versionRGPD: '1.0', texteHash: hashOf({ invite: false }), origine: 'Mozilla/5.0 (Android 15)' },
  ])
})

test('stores the hash of the text for guests when a guest gives the consent again', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  const { id, token } = await unInvite(server, { evenementId })
  for (const consentementDonne of [false, true])
    await server.call('POST', path, { token, body: { consentementDonne, versionRGPD: '1.0' } })
  const proofs = server.parts.database.selectFrom('consentement').select('texteHash').where('utilisateurId', '=', id)
  expect((await proofs.execute()).map(({ texteHash }) => texteHash)).toEqual(Array(3).fill(hashOf({ invite: true })))
})

function hashOf(person: { invite: boolean }): string {
  return sha256Of(Buffer.from(texteConsentementDe(person).join('\n')))
}

test('reminds the person once thirty days before the end, in the app and by mail', async () => {
  await say(true)
  const remindersSent = async () => ({
    mails: (await mailsTo(server, lea.email)).map(({ sujet }) => sujet),
    notifications: await server.parts.database
      .selectFrom('notification')
      .select(['type', 'message'])
      .where('utilisateurId', '=', lea.id)
      .execute(),
  })
  server.clock.set('2027-05-21T11:59:59.999Z')
  await remindConsentements(server.parts)
  expect(await remindersSent()).toEqual({ mails: [], notifications: [] })
  server.clock.advance(1)
  await remindConsentements(server.parts)
  await remindConsentements(server.parts)
  expect(await remindersSent()).toEqual({
    mails: ['Votre consentement arrive à son terme'],
    notifications: [
      {
        type: 'CONSENTEMENT',
        message: 'Il prend fin le 20 juin 2027. Renouvelez-le depuis votre profil pour continuer à envoyer des médias.',
      },
    ],
  })
  expect((await mailsTo(server, lea.email))[0]?.texte).toContain('prend fin le 20 juin 2027')
})

test('writes the first day of a month as a French date in a reminder', async () => {
  server.clock.set('2026-12-01T12:00:00.000Z')
  const zoe = await unUtilisateur(server)
  await unConsentement(server, zoe.id)
  server.clock.set('2027-11-02T12:00:00.000Z')
  await remindConsentements(server.parts)
  expect((await mailsTo(server, zoe.email))[0]?.texte).toContain('prend fin le 1er décembre 2027.')
})

test('extends by twelve months when the reminded person consents again, and keeps the first proof', async () => {
  await say(true)
  server.clock.set('2027-05-22T12:00:00.000Z')
  const { token } = await openSession(server.parts, {
    utilisateur: await server.parts.database
      .selectFrom('utilisateur')
      .selectAll()
      .where('id', '=', lea.id)
      .executeTakeFirstOrThrow(),
    seSouvenir: false,
  })
  lea = { ...lea, token }
  expect((await say(true)).json()).toMatchObject({ dateExpiration: '2028-05-22T12:00:00.000Z', statut: 'ACTIF' })
  expect((await rows()).map((row) => [row.statut, row.dateExpiration.slice(0, 4)])).toEqual([
    ['EXPIRE', '2027'],
    ['ACTIF', '2028'],
  ])
  await remindConsentements(server.parts)
  expect(await mailsTo(server, lea.email)).toEqual([])
})

test('sends no reminder for a refusal, a revoked or an expired consent', async () => {
  await say(false)
  const karim = await unUtilisateur(server)
  const yes = await server.call('POST', path, {
    token: karim.token,
    body: { consentementDonne: true, versionRGPD: '1.0' },
  })
  await server.call('DELETE', `/consentements-rgpd/${yes.json<Consentement>().id}/revoquer`, { token: karim.token })
  server.clock.set('2027-06-01T12:00:00.000Z')
  await remindConsentements(server.parts)
  const late = await unUtilisateur(server)
  await unConsentement(server, late.id)
  server.clock.set('2028-06-20T12:00:00.000Z')
  await remindConsentements(server.parts)
  for (const { email } of [lea, karim, late]) expect(await mailsTo(server, email)).toEqual([])
})

test('refuses consent to another text', async () => {
  const answer = await say(true, { versionRGPD: '0.9' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json()).toMatchObject({ code: 'consentement.version' })
})

test('revokes an active consent once, by either call, and changes nothing when it is revoked again', async () => {
  const first = (await say(true)).json<Consentement>()
  const rowOf = (id: number) =>
    server.parts.database.selectFrom('consentement').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const set = (statut: string) =>
    server.call('PUT', `/consentements-rgpd/${first.id}/statut?statut=${statut}`, { token: lea.token })
  expect((await set('EXPIRE')).json()).toMatchObject({ code: 'consentement.transition' })
  expect((await set('REVOQUE')).json()).toMatchObject({ statut: 'REVOQUE' })
  const { revoqueLe } = await rowOf(first.id)
  server.clock.advance(1000)
  expect((await set('REVOQUE')).json()).toMatchObject({ statut: 'REVOQUE' })
  expect(await rowOf(first.id)).toMatchObject({ revoqueLe })
  expect((await set('ACTIF')).statusCode).toBe(409)
  const second = (await say(true)).json<Consentement>()
  const revoke = () => server.call('DELETE', `/consentements-rgpd/${second.id}/revoquer`, { token: lea.token })
  expect((await revoke()).json()).toMatchObject({ statut: 'REVOQUE' })
  expect((await revoke()).statusCode).toBe(200)
  expect((await active()).statusCode).toBe(404)
  const audit = server.parts.database.selectFrom('audit').select('objet').where('action', '=', 'consentement/revoque')
  const objets = [`consentement:${first.id}`, `consentement:${second.id}`]
  expect((await audit.where('objet', 'in', objets).execute()).map(({ objet }) => objet)).toEqual(objets)
})
