import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { isoFromNow } from '#server/clock.ts'
import { followInactivity } from '#server/donnees/inactivite.ts'
import { warnInactive } from '#server/utilisateur/archive.usecases.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unAdministrateur,
  unConsentement,
  unEvenement,
  uneInscription,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { beginUpload } from '#tests/support/deposit.ts'
import { mailedToken, mailsTo } from '#tests/support/mailbox.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let lea: PersonneDeTest
let start: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  lea = await unUtilisateur(server, { prenom: 'Léa' })
  start = server.clock.now().getTime()
})
afterAll(() => server.stop())

const dayMs = 86_400_000
/** Runs the job the given number of days after the start, `ms` earlier or later. */
async function onDay(days: number, ms = 0): Promise<void> {
  server.clock.set(new Date(start + days * dayMs + ms).toISOString())
  await followInactivity({ ...server.parts, ...server.parts.medias })
}
const subjects = async ({ email }: PersonneDeTest) => (await mailsTo(server, email)).map(({ sujet }) => sujet)
const signIn = (email = lea.email) =>
  server.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest, seSouvenir: true } })
const row = ({ id }: PersonneDeTest) =>
  server.parts.database.selectFrom('utilisateur').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const restore = (token: string) => server.call('POST', '/auth/restaurer', { body: { token } })
const openSessions = ({ id }: PersonneDeTest) =>
  server.parts.database
    .selectFrom('session')
    .selectAll()
    .where('utilisateurId', '=', id)
    .where('finLe', 'is', null)
    .execute()

const warning = 'Votre compte Éclats va être archivé'

test('warns after 335 and 358 days, archives after 365 and erases after 730, not earlier', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id, statut: 'TERMINE' })
  const media = await unMedia(server, { evenementId, auteurId: lea.id, statut: 'VALIDE' })
  const mediaStays = async () =>
    (await server.parts.database.selectFrom('media').select('id').where('id', '=', media.id).execute()).length === 1

  await onDay(335, -1)
  expect(await subjects(lea)).toEqual([])
  await onDay(335)
  await onDay(335, 15_000)
  expect(await subjects(lea)).toEqual([warning])
  const texte = (await mailsTo(server, lea.email))[0]?.texte.replaceAll(/\s+/g, ' ')
  expect(texte).toContain('archivé le 20 juin 2027')
  expect(texte).toContain('il est effacé, et vos photos avec lui')
  await onDay(358, -1)
  expect(await subjects(lea)).toEqual([warning])
  await onDay(358)
  expect(await subjects(lea)).toEqual([warning, warning])
  await onDay(364)
  expect(await subjects(lea)).toEqual([warning, warning])
  await onDay(365, -1)
  expect((await row(lea)).archiveLe).toBeNull()
  await onDay(365)
  expect((await row(lea)).archiveLe).toBe(server.clock.now().toISOString())
  expect(await openSessions(lea)).toEqual([])
  expect(await mediaStays()).toBe(true)
  await onDay(730, -1)
  expect(await row(lea)).toMatchObject({ prenom: 'Léa', effaceLe: null })
  await onDay(730)
  expect(await row(lea)).toMatchObject({ prenom: 'Compte', effaceLe: server.clock.now().toISOString() })
  expect(await mediaStays()).toBe(false)
  expect(await subjects(lea)).toEqual(['Votre compte Éclats est supprimé'])
})

test('writes the first day of a month as a French date in a warning', async () => {
  server.clock.set('2026-12-01T12:00:00.000Z')
  lea = await unUtilisateur(server)
  start = server.clock.now().getTime()
  await onDay(335)
  expect((await mailsTo(server, lea.email))[0]?.texte).toContain('archivé le 1er décembre 2027.')
})

test('reopens an archived account only by the mailed link, once', async () => {
  await onDay(365)
  const answers = [await signIn(), await signIn(), await signIn(), await signIn()]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  expect(answers[3]?.json()).toEqual({
    message:
      'Votre compte est archivé, faute de connexion depuis un an. Rouvrez-le par le lien que nous vous avons envoyé par e-mail.',
    code: 'session.compte_archive',
  })
  expect(await subjects(lea)).toHaveLength(3)
  expect(
    (await server.call('POST', '/auth/login', { body: { email: lea.email, password: 'Faux2026!' } })).statusCode,
  ).toBe(401)
  const token = await mailedToken(server, lea.email, 'restaurer')
  expect((await restore('autre')).json()).toMatchObject({ code: 'utilisateur.restauration_invalide' })
  const opened = await Promise.all([restore(token), restore(token)])
  expect(opened.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await signIn()).statusCode).toBe(200)
  // The first answer may be lost: the same link finds the account open.
  const seenAt = (await row(lea)).derniereActivite
  expect((await restore(token)).statusCode).toBe(200)
  expect((await row(lea)).derniereActivite).toBe(seenAt)
  const audit = server.parts.database.selectFrom('audit').select('id').where('action', '=', 'utilisateur/restaure')
  expect(await audit.where('acteurId', '=', lea.id).execute()).toHaveLength(1)
  await onDay(366)
  expect((await row(lea)).archiveLe).toBeNull()
})

test('refuses the link while the account is closed by an administrator, and accepts it afterwards', async () => {
  const { token } = await unAdministrateur(server)
  const setActive = (statutActif: boolean) => server.call('PUT', `/users/${lea.id}`, { token, body: { statutActif } })
  await server.parts.database
    .updateTable('utilisateur')
    .set({ archiveLe: isoFromNow(server.clock, 0) })
    .where('id', '=', lea.id)
    .execute()
  await signIn()
  const link = await mailedToken(server, lea.email, 'restaurer')
  await setActive(false)
  expect((await restore(link)).json()).toEqual({
    message: 'Ce compte est désactivé.',
    code: 'session.compte_desactive',
  })
  await setActive(true)
  expect((await restore(link)).statusCode).toBe(200)
  expect((await signIn()).statusCode).toBe(200)
})

test('expires the link after a day; a password reset mails a new one', async () => {
  await onDay(365)
  await signIn()
  const token = await mailedToken(server, lea.email, 'restaurer')
  server.clock.advance(dayMs)
  expect((await restore(token)).statusCode).toBe(400)
  await server.call('POST', '/auth/forgot-password', { body: { email: lea.email } })
  const secondToken = await mailedToken(server, lea.email, 'restaurer')
  expect(secondToken).not.toBe(token)
  expect((await restore(secondToken)).statusCode).toBe(200)
})

test('counts a login, a renewed session and an upload by grant as activity, stored at most once an hour', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  await uneInscription(server, { evenementId, utilisateurId: lea.id })
  await unConsentement(server, lea.id)
  const active = async () => (await row(lea)).derniereActivite
  const since = isoFromNow(server.clock, 0)
  await onDay(340)
  expect(await subjects(lea)).toEqual([warning])
  expect(await active()).toBe(since)
  const login = await signIn()
  expect(await row(lea)).toMatchObject({ derniereActivite: isoFromNow(server.clock, 0), avertissements: 0 })
  const loggedIn = await active()
  server.clock.advance(59 * 60_000)
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  const renewed = await server.call('POST', '/auth/session', { headers: { cookie } })
  expect(await active()).toBe(loggedIn)
  server.clock.advance(60_000)
  const again = await server.call('POST', '/auth/session', {
    headers: { cookie: String(renewed.headers['set-cookie']).split(';')[0] ?? '' },
  })
  expect(await active()).toBe(isoFromNow(server.clock, 0))
  const path = `/frontend/participant/evenements/${evenementId}/upload-grants`
  const { token } = again.json<{ token: string }>()
  const { grant } = (await server.call('POST', path, { token })).json<{ grant: string }>()
  server.clock.advance(2 * 3_600_000)
  expect((await beginUpload(server, { token: grant, evenementId, bytes: await unePhoto() })).statusCode).toBe(201)
  expect(await active()).toBe(isoFromNow(server.clock, 0))
  // Days and warnings start again.
  start = server.clock.now().getTime()
  await onDay(335)
  expect(await subjects(lea)).toEqual([warning, warning])
})

test('erases no account before a year in the archive, also after long downtime', async () => {
  await onDay(900)
  expect(await row(lea)).toMatchObject({ effaceLe: null, archiveLe: isoFromNow(server.clock, 0) })
  expect(await subjects(lea)).toEqual([])
  await onDay(900 + 365)
  expect((await row(lea)).effaceLe).not.toBeNull()
})

test('keeps an organiser with a future event archived until the event is over', async () => {
  const claire = await unOrganisateur(server)
  const dateFin = isoFromNow(server.clock, 800 * dayMs)
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'EN_COURS', dateFin })
  await onDay(365)
  await onDay(740)
  expect(await row(claire)).toMatchObject({ effaceLe: null, prenom: 'Claire' })
  await onDay(800)
  expect((await row(claire)).effaceLe).not.toBeNull()
  const evenement = server.parts.database.selectFrom('evenement').select('statut').where('id', '=', id)
  expect(await evenement.executeTakeFirst()).toEqual({ statut: 'TERMINE' })
})

test('sends the first warnings when a last one fails', async () => {
  server.clock.set(new Date(start + 20 * dayMs).toISOString())
  const noor = await unUtilisateur(server, { prenom: 'Noor' })
  server.clock.set(new Date(start + 358 * dayMs).toISOString())
  let calls = 0
  const now = () => {
    calls += 1
    // The second time in the work on the account that is unused for longest.
    if (calls === 2) throw new Error('one fails')
    return server.clock.now()
  }
  await expect(warnInactive({ ...server.parts, clock: { now } })).rejects.toThrow('one fails')
  expect(await subjects(noor)).toEqual([warning])
})
