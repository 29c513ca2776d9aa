import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Inscription } from '#domain/inscription/inscription.ts'
import type { Media } from '#domain/media/media.ts'
import type { Profil } from '#domain/utilisateur/profil.ts'
import type { Reprise } from '#domain/utilisateur/reprise.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { findEvenement } from '#server/evenement/evenement.repository.ts'
import { countPlaces } from '#server/evenement/places.ts'
import { orThrow } from '#server/http/problem.ts'
import { findInvitation } from '#server/invitation/invitation.repository.ts'
import { answerReinitialisations } from '#server/utilisateur/reinitialisation.usecases.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { entreeInvite, type InviteDeTest, unInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let marie: InviteDeTest
let evenementId: number
let email: string
let count = 0
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  ;({ id: evenementId } = await unEvenement(server, { createurId: claire.id }))
  await unInvite(server, { evenementId })
  marie = await unInvite(server, { evenementId })
  count += 1
  email = `marie${count}@ailleurs.test`
})
afterAll(() => server.stop())

const ask = (person: PersonneDeTest, address = email) =>
  server.call('POST', '/auth/me/adresse', { token: person.token, body: { email: address } })
const me = async () => (await server.call('GET', '/auth/me', { token: marie.token })).json<Profil>()
const linkIn = async (address: string) => {
  const texts = (await mailsTo(server, address)).map(({ texte }) => /\/confirmation\?token=([\w-]+)/.exec(texte)?.[1])
  return texts.findLast((text) => text !== undefined)
}
const confirm = (token: string | undefined, { token: session } = marie as PersonneDeTest) =>
  server.call('POST', '/auth/confirm-email', { token: session, body: { token } })

test('makes a guest an account once the mailed link is opened, with registration and media', async () => {
  const sent = await depositInOne(server, { token: marie.token, evenementId, bytes: await unePhoto() })
  expect((await ask(marie, ` ${email.toUpperCase()} `)).statusCode).toBe(200)
  expect(await me()).toMatchObject({ email: '', invite: true, emailEnAttente: email })
  expect((await confirm(await linkIn(email))).statusCode).toBe(200)
  expect(await me()).toMatchObject({ email, invite: false, emailConfirme: true, prenom: 'Marie' })
  const path = `/frontend/organisateur/evenements/${evenementId}/participants`
  const people = (await server.call('GET', path, { token: claire.token })).json<Inscription[]>()
  expect(people.map(({ user }) => [user.prenom, user.email, user.invite])).toEqual([
    ['Marie', '', true],
    ['Marie', email, false],
  ])
  const own = (await server.call('GET', '/frontend/participant/medias', { token: marie.token })).json<Media[]>()
  expect(own.map(({ id }) => id)).toEqual([Number(sent.headers['x-media-id'])])
  const discovered = await server.call('GET', '/frontend/participant/evenements/decouvrir', { token: marie.token })
  expect(discovered.statusCode).toBe(200)
})

test('keeps the device of a guest signed in who confirms an address 100 days after the entry', async () => {
  const day = 86_400_000
  const { code } = await unLien(server, { evenementId, identite: 'PRENOM' })
  const setCookie = ({ headers }: Awaited<ReturnType<typeof ask>>) => ({
    cookie: String(headers['set-cookie']).split(';')[0] ?? '',
  })
  let last = await server.call('POST', `/liens/${code}/invites`, { body: entreeInvite() })
  const renew = async (days: number) => {
    server.clock.advance(days * day)
    last = await server.call('POST', '/auth/session', { headers: setCookie(last) })
    return last.statusCode
  }
  expect([await renew(50), await renew(50)]).toEqual([200, 200])
  marie = { ...marie, token: last.json<{ token: string }>().token }
  await ask(marie)
  expect((await confirm(await linkIn(email))).statusCode).toBe(200)
  expect(await me()).toMatchObject({ email, invite: false })
  const dateConnexion = server.clock.now().toISOString()
  expect([await renew(1), await renew(29), await renew(29), await renew(29)]).toEqual([200, 200, 200, 200])
  const { token } = last.json<{ token: string }>()
  expect((await server.call('GET', '/auth/appareils', { token })).json()).toMatchObject([{ dateConnexion }])
  expect(await renew(2)).toBe(401)
})

test('keeps the app of a guest signed in who confirms the address in the browser beside it', async () => {
  const day = 86_400_000
  const { code } = await unLien(server, { evenementId, identite: 'PRENOM' })
  const entree = entreeInvite()
  const setCookie = (answer: Awaited<ReturnType<typeof ask>>) =>
    String(answer.headers['set-cookie']).split(';')[0] ?? ''
  let app = await server.call('POST', `/liens/${code}/invites`, { body: entree })
  const renew = async (days: number) => {
    server.clock.advance(days * day)
    app = await server.call('POST', '/auth/session', { headers: { cookie: setCookie(app) } })
    return app.statusCode
  }
  const grant = async () => {
    const path = `/frontend/participant/evenements/${evenementId}/upload-grants`
    return (await server.call('POST', path, { token: app.json<{ token: string }>().token })).statusCode
  }
  const aCode = async () => {
    const answer = await server.call('POST', '/auth/reprises', { token: app.json<{ token: string }>().token })
    return answer.json<Reprise>().code
  }
  const take = (given: string) => server.call('POST', '/auth/reprendre', { body: { code: given } })
  expect([await renew(50), await renew(50), await grant()]).toEqual([200, 200, 201])
  marie = { ...marie, token: (await take(await aCode())).json<{ token: string }>().token }
  await ask(marie)
  const unused = await aCode()
  expect((await confirm(await linkIn(email))).statusCode).toBe(200)
  expect((await take(unused)).json()).toMatchObject({ code: 'session.reprise_refusee' })
  expect([await grant(), await renew(1), await grant()]).toEqual([201, 200, 201])
  const grants = server.parts.database.selectFrom('uploadGrant').select('revoqueLe')
  const own = await grants.where('evenementId', '=', evenementId).execute()
  expect(own.map(({ revoqueLe }) => revoqueLe)).toEqual([null, null, null])
  expect([await renew(29), await renew(29), await renew(29), await renew(2)]).toEqual([200, 200, 200, 401])
  const again = await server.call('POST', `/liens/${code}/invites`, { body: entree })
  expect(again.json()).toMatchObject({ code: 'lien.entree_terminee' })
})

test('takes the confirmation for a login on its device, and not on another one that renews its session then', async () => {
  const { code: lien } = await unLien(server, { evenementId, identite: 'PRENOM' })
  const app = await server.call('POST', `/liens/${lien}/invites`, { body: entreeInvite() })
  const { token } = app.json<{ token: string }>()
  server.clock.advance(11 * 60_000)
  const { code } = (await server.call('POST', '/auth/reprises', { token })).json<Reprise>()
  const taken = await server.call('POST', '/auth/reprendre', { body: { code } })
  marie = { ...marie, token: taken.json<{ token: string }>().token }
  await ask(marie)
  expect((await confirm(await linkIn(email))).statusCode).toBe(200)
  const cookie = String(app.headers['set-cookie']).split(';')[0] ?? ''
  const renewed = await server.call('POST', '/auth/session', { headers: { cookie } })
  const fetchData = (session: string) =>
    server.call('GET', '/frontend/participant/data?format=json', { token: session })
  expect((await fetchData(marie.token)).statusCode).toBe(200)
  const refused = await fetchData(renewed.json<{ token: string }>().token)
  expect(refused.json()).toMatchObject({ code: 'utilisateur.mot_de_passe_requis' })
})

test('says in the mail on which device a guest opens the link, and how they then choose a password', async () => {
  await ask(marie)
  const [mail] = await mailsTo(server, email)
  expect(mail?.texte).toContain(typographie("ouvrez ce lien sur l'appareil avec lequel vous participez."))
  expect(mail?.texte).not.toContain('connecté(e)')
  expect(mail?.texte).toMatch(/Ensuite, .*choisissez un mot de passe/)
  expect(mail?.texte).toContain(typographie('« Mot de passe oublié ? » vous envoie un lien.'))
})

test('takes one place when the confirmed address was invited to the event, and leaves other invitations open', async () => {
  const other = await unEvenement(server, { createurId: claire.id })
  const ids: number[] = []
  for (const { id } of [{ id: evenementId }, other]) {
    const path = `/frontend/organisateur/evenements/${id}/inviter-inscription`
    const invited = await server.call('POST', path, { token: claire.token, body: { email } })
    ids.push(invited.json<{ id: number }>().id)
  }
  await ask(marie)
  await confirm(await linkIn(email))
  const { database, clock } = server.parts
  const statuts = ids.map(async (id) => (await findInvitation(database, id))?.statut)
  expect(await Promise.all(statuts)).toEqual(['ACCEPTEE', 'EN_ATTENTE'])
  const evenement = orThrow(await findEvenement(database, evenementId), 'evenement.introuvable')
  expect(await countPlaces(database, evenement, clock.now().toISOString())).toMatchObject({
    valides: 2,
    invitations: 0,
  })
})

test('leaves the invitation open when the organiser has not admitted the guest yet', async () => {
  const lien = await unLien(server, { evenementId, identite: 'PRENOM', entree: 'A_VALIDER' })
  marie = await unInvite(server, { evenementId, lien })
  const path = `/frontend/organisateur/evenements/${evenementId}/inviter-inscription`
  const invited = await server.call('POST', path, { token: claire.token, body: { email } })
  await ask(marie)
  await confirm(await linkIn(email))
  const { id } = invited.json<{ id: number }>()
  const row = await findInvitation(server.parts.database, id)
  expect(row).toMatchObject({ statut: 'EN_ATTENTE', utilisateurId: marie.id })
})

test('sets the password of the former guest by a mailed link', async () => {
  await ask(marie)
  await confirm(await linkIn(email))
  const login = (password: string) => server.call('POST', '/auth/login', { body: { email, password } })
  expect((await login('Souvenirs2026!')).statusCode).toBe(401)
  await server.call('POST', '/auth/forgot-password', { body: { email } })
  await answerReinitialisations(server.parts)
  const texts = (await mailsTo(server, email)).map(({ texte }) => /reset-password\?token=([\w-]+)/.exec(texte)?.[1])
  const token = texts.findLast((text) => text !== undefined)
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: 'Chouette-Lac-2026!' } })
  expect((await login('Chouette-Lac-2026!')).statusCode).toBe(200)
})

test('answers the same for an address with an account, and leaves the guest as before', async () => {
  const lea = await unUtilisateur(server)
  const [known, unknown] = [await ask(marie, lea.email), await ask(marie)]
  expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
  expect(await linkIn(lea.email)).toBeUndefined()
  expect((await mailsTo(server, lea.email)).map(({ sujet }) => sujet)).toEqual(['Vous avez déjà un compte Éclats'])
  expect(await me()).toMatchObject({ email: '', invite: true })
})

test('exports the same about every address that a guest gave, with an account or without', async () => {
  // Without dates, ids, and the number of a namesake.
  const comparable = (text: string) => text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(?: \()?\d+\)?/g, '')
  const exports: string[] = []
  const owners = [await unUtilisateur(server), await unOrganisateur(server), { email }]
  for (const address of owners.map((owner) => owner.email)) {
    const guest = await unInvite(server, { evenementId, prenom: 'Zoé' })
    await ask(guest, address)
    const { body } = await server.call('GET', '/frontend/participant/data?format=json', { token: guest.token })
    expect(body).toContain(address)
    exports.push(comparable(body.replaceAll(address, 'address')))
  }
  expect(exports).toEqual([exports[0], exports[0], exports[0]])
})

test('refuses an address that was registered while the link was on its way', async () => {
  await ask(marie)
  await unUtilisateur(server, { email })
  expect((await confirm(await linkIn(email))).json()).toMatchObject({ code: 'utilisateur.email_pris' })
  expect(await me()).toMatchObject({ email: '', invite: true })
})

test('accepts the link only from the guest who asked', async () => {
  await ask(marie)
  const link = await linkIn(email)
  const other = await unInvite(server, { evenementId })
  expect((await confirm(link, other)).json()).toMatchObject({ code: 'utilisateur.lien_invalide' })
  expect((await confirm(link)).statusCode).toBe(200)
})

test('mails at most three links an hour, and none for an account', async () => {
  for (let n = 0; n < 3; n += 1) expect((await ask(marie, `${n}${email}`)).statusCode).toBe(200)
  expect((await ask(marie)).statusCode).toBe(429)
  expect((await ask(await unUtilisateur(server))).json()).toMatchObject({ code: 'acces.refuse' })
})
