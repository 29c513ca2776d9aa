import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { defaultPlanLimits } from '#domain/abonnement/abonnement.ts'
import { texteConsentementDe } from '#domain/consentement/consentement.texte.ts'
import { versionRGPD } from '#domain/consentement/consentement.ts'
import type { Inscription } from '#domain/inscription/inscription.ts'
import type { InviteEntre, Lien } from '#domain/lien/lien.ts'
import type { Profil } from '#domain/utilisateur/profil.ts'
import { archiveInactive } from '#server/utilisateur/archive.usecases.ts'
import { mailAvis } from '#server/notification/avis.usecases.ts'
import { followInactivity } from '#server/donnees/inactivite.ts'
import {
  type PersonneDeTest,
  unAbonnement,
  unEvenement,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { entreeInvite, unInvite } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const hour = 3_600_000
const day = 24 * hour

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer({ trustedProxies: ['127.0.0.1'] })
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  await unAbonnement(server, claire.id, 'VIP')
})
afterAll(() => server.stop())

const anEvent = (more = {}) => unEvenement(server, { createurId: claire.id, ...more })
const aLink = (evenementId: number, more = {}) => unLien(server, { evenementId, identite: 'PRENOM', ...more })
async function aParty(more = {}) {
  const { id } = await anEvent(more)
  return { id, lien: await aLink(id) }
}
const enter = (code: string, body: object = entreeInvite(), headers: Record<string, string> = {}) =>
  server.call('POST', `/liens/${code}/invites`, { body, headers })
const from = (address: string) => ({ 'x-forwarded-for': address })
/** Asks again as a phone does, with the same key, when a busy database has made it wait too long. */
async function entered(code: string, body: object = entreeInvite()): Promise<InviteEntre> {
  for (;;) {
    const answer = await enter(code, body)
    if (answer.statusCode !== 503) return answer.json<InviteEntre>()
  }
}
const participants = async (id: number) =>
  (await server.call('GET', `/frontend/organisateur/evenements/${id}/participants`, { token: claire.token })).json<
    Inscription[]
  >()
const me = async (token: string) => (await server.call('GET', '/auth/me', { token })).json<Profil>()
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  String(answer.headers['set-cookie']).split(';')[0] ?? ''
const renew = (cookie: string) => server.call('POST', '/auth/session', { headers: { cookie } })

test('lets a person enter with a first name, with consent, registration and audit rows', async () => {
  const { id, lien } = await aParty()
  const answer = await enter(lien.code, entreeInvite({ prenom: ' Léa ' }), { 'user-agent': 'Firefox' })
  expect(answer.statusCode).toBe(201)
  const { token, inscription, ...names } = answer.json<InviteEntre>()
  expect(names).toEqual({ prenom: 'Léa', nom: '' })
  const { user } = inscription
  expect(inscription).toMatchObject({ statutInscription: 'VALIDE', lienId: lien.id, typeParticipation: 'SUR_PLACE' })
  expect(await me(token)).toMatchObject({ id: user.id, email: '', prenom: 'Léa', role: 'PARTICIPANT', invite: true })
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }
  expect(claims.sub).toBe(`invite:${user.id}`)
  const { database } = server.parts
  const row = await database.selectFrom('utilisateur').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ email: null, emailConfirmeLe: null, motDePasse: '', invite: 1 })
  const consents = await database.selectFrom('consentement').selectAll().where('utilisateurId', '=', user.id).execute()
  expect(consents).toMatchObject([{ consentementDonne: 1, versionRGPD, statut: 'ACTIF', origine: 'Firefox' }])
  const text = texteConsentementDe({ invite: true }).join('\n')
  expect(consents[0]?.texteHash).toBe(sha256Of(Buffer.from(text)))
  const audit = database.selectFrom('audit').select('action').where('acteurId', '=', user.id).orderBy('id')
  expect((await audit.execute()).map(({ action }) => action)).toEqual([
    'utilisateur/cree',
    'consentement/repondu',
    'session/ouverte',
  ])
  const sent = await depositInOne(server, { token, evenementId: id, bytes: await unePhoto() })
  expect(sent.statusCode).toBeLessThan(300)
  const notifications = await server.call('GET', '/notifications', { token: claire.token })
  expect(notifications.json()).toMatchObject([{ message: 'Léa a rejoint votre événement.' }])
})

test('gives a guest who waits for the organiser no grant, and one once validated', async () => {
  const { id } = await aParty()
  const { code } = await aLink(id, { entree: 'A_VALIDER' })
  const { token, inscription } = (await enter(code, entreeInvite())).json<InviteEntre>()
  const grant = () => server.call('POST', `/frontend/participant/evenements/${id}/upload-grants`, { token })
  const deposit = async () => depositInOne(server, { token, evenementId: id, bytes: await unePhoto() })
  const waiting = await grant()
  expect([waiting.statusCode, waiting.json()]).toMatchObject([403, { code: 'upload.inscription_en_attente' }])
  expect((await deposit()).json()).toMatchObject({ code: 'upload.inscription_requise' })
  await server.call('PUT', `/inscriptions/${inscription.id}/statut?statut=VALIDE`, { token: claire.token })
  expect((await grant()).statusCode).toBe(201)
  expect((await deposit()).statusCode).toBe(201)
})

test('shows the organiser who came by which link, and how many', async () => {
  const { id, lien } = await aParty()
  const other = await aLink(id)
  for (const { code } of [lien, lien, other]) await entered(code)
  const lea = await unUtilisateur(server)
  await server.call('POST', `/liens/${other.code}/rejoindre`, { token: lea.token, body: {} })
  const shown = (await participants(id)).map(({ user, lienId }) => [user.invite, user.email === '', lienId])
  expect(shown).toEqual([
    [true, true, lien.id],
    [true, true, lien.id],
    [true, true, other.id],
    [false, false, other.id],
  ])
  const path = `/frontend/organisateur/evenements/${id}/liens`
  const liens = (await server.call('GET', path, { token: claire.token })).json<Lien[]>()
  expect(liens.map((one) => [one.id, one.identite, one.arrivees])).toEqual([
    [other.id, 'PRENOM', 2],
    [lien.id, 'PRENOM', 2],
  ])
})

test('gives the same guest for the same key, also for twenty requests at once', async () => {
  const { id, lien } = await aParty()
  const body = entreeInvite()
  const all = await Promise.all(Array.from({ length: 20 }, () => entered(lien.code, body)))
  expect(new Set(all.map(({ inscription }) => inscription.user.id)).size).toBe(1)
  expect(new Set(all.map(({ token }) => token)).size).toBe(20)
  expect(await participants(id)).toHaveLength(1)
  for (const { token } of all) expect(await me(token)).toMatchObject({ prenom: 'Marie' })
})

test('keeps the key only as a hash', async () => {
  const { lien } = await aParty()
  const body = entreeInvite()
  await entered(lien.code, body)
  const rows = await server.parts.database.selectFrom('cleInvite').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(body.cle)
})

test('answers a retry after the link was revoked', async () => {
  const { lien } = await aParty()
  const body = entreeInvite()
  const first = await entered(lien.code, body)
  await server.call('DELETE', `/frontend/organisateur/liens/${lien.id}`, { token: claire.token })
  expect((await entered(lien.code, body)).inscription.id).toBe(first.inscription.id)
  expect((await enter(lien.code)).json()).toMatchObject({ code: 'lien.introuvable' })
})

test.each([
  ['seven days', () => server.clock.advance(7 * day), 'lien.entree_terminee'],
  ['a logout', (token: string) => server.call('POST', '/auth/logout', { token }), 'lien.entree_terminee'],
  [
    'an erasure',
    (token: string) => server.call('DELETE', '/frontend/participant/data', { token }),
    'lien.entree_terminee',
  ],
  [
    'a cancelled registration',
    (_token: string, id: number) =>
      server.call('PUT', `/inscriptions/${id}/statut?statut=ANNULE`, { token: claire.token }),
    'inscription.annulee',
  ],
])('refuses the key after %s, and never creates a second guest', async (_when, end, code) => {
  const { id, lien } = await aParty()
  claire = await reopened(claire)
  const body = entreeInvite()
  const { token, inscription } = await entered(lien.code, body)
  const done = await Promise.resolve(end(token, inscription.id))
  expect([undefined, 200]).toContain(done?.statusCode)
  expect((await enter(lien.code, body)).json()).toMatchObject({ code })
  const { n } = await server.parts.database
    .selectFrom('inscription')
    .select((select) => select.fn.countAll<number | string>().as('n'))
    .where('evenementId', '=', id)
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(code === 'lien.entree_terminee' && _when === 'an erasure' ? 0 : 1)
})

/** The organiser with a session of now. */
async function reopened(person: PersonneDeTest): Promise<PersonneDeTest> {
  const answer = await server.call('POST', '/auth/login', {
    body: { email: person.email, password: 'Souvenirs2026!' },
  })
  return { ...person, token: answer.json<{ token: string }>().token }
}

test('says to a blocked guest who repeats the entry that the participation has ended', async () => {
  const { lien } = await aParty()
  const body = entreeInvite()
  const { inscription } = await entered(lien.code, body)
  await server.call('PUT', `/inscriptions/${inscription.id}/statut?statut=ANNULE`, { token: claire.token })
  expect((await enter(lien.code, body)).json()).toEqual({
    code: 'inscription.annulee',
    message: "L'organisateur a mis fin à votre participation à cet événement.",
  })
})

test('refuses the key of a guest at another event', async () => {
  const [one, other] = [await aParty(), await aParty()]
  const body = entreeInvite()
  await entered(one.lien.code, body)
  expect((await enter(other.lien.code, body)).json()).toMatchObject({ code: 'lien.entree_terminee' })
})

test('refuses an entry without consent, to an older text, by a link for accounts and to a cancelled event', async () => {
  const { id, lien } = await aParty()
  const [account, cancelled] = [await unLien(server, { evenementId: id }), await aParty({ statut: 'ANNULE' })]
  const cases = [
    [lien.code, { consentement: { accepte: false, version: versionRGPD } }, 400, 'requete.invalide'],
    [lien.code, { consentement: { accepte: true, version: '0.9' } }, 409, 'consentement.version'],
    [account.code, {}, 403, 'lien.compte_requis'],
    [cancelled.lien.code, {}, 409, 'lien.evenement_annule'],
    ['x'.repeat(22), {}, 404, 'lien.introuvable'],
    [lien.code, { prenom: 'A‮B' }, 400, 'requete.invalide'],
    [lien.code, { cle: 'courte' }, 400, 'requete.invalide'],
  ] as const
  for (const [code, more, status, expected] of cases) {
    const answer = await enter(code, { ...entreeInvite(), ...more })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, expected])
  }
  expect(await participants(id)).toEqual([])
})

test('never exceeds the last three places when fifty guests enter at once', async () => {
  const { id, lien } = await aParty({ capaciteMax: 3 })
  await Promise.all(Array.from({ length: 50 }, () => entered(lien.code)))
  const statuts = (await participants(id)).map(({ statutInscription }) => statutInscription)
  expect([statuts.length, statuts.filter((statut) => statut === 'VALIDE').length]).toEqual([50, 3])
  expect(new Set((await participants(id)).map(({ user }) => user.prenom)).size).toBe(50)
})

test("keeps a guest waiting at the plan's limit, and by a link with validation", async () => {
  await server.parts.database.deleteFrom('abonnement').where('utilisateurId', '=', claire.id).execute()
  const { id, lien } = await aParty()
  const waiting = await aLink(id, { entree: 'A_VALIDER' })
  expect((await entered(waiting.code)).inscription.statutInscription).toBe('EN_ATTENTE')
  const many = await Promise.all(Array.from({ length: 60 }, () => entered(lien.code)))
  const valides = many.filter(({ inscription }) => inscription.statutInscription === 'VALIDE').length
  expect(valides).toBe(defaultPlanLimits.FREEMIUM.max_participants_par_evenement)
})

test('fits three hundred guests of one network through one link, and then refuses for an hour', async () => {
  const { id, lien } = await aParty()
  const answers = []
  for (let n = 0; n < 300; n += 1) answers.push(await enter(lien.code, entreeInvite(), from('198.51.100.7')))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  server.clock.advance(10 * 60_000)
  const refused = await enter(lien.code, entreeInvite(), from('198.51.100.8'))
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([429, 'lien.trop_d_invites'])
  expect(refused.headers['retry-after']).toBe('3000')
  expect(refused.json()).toMatchObject({ message: 'Trop de personnes entrent en ce moment. Réessayez dans 50 min.' })
  const other = await aLink(id)
  expect((await enter(other.code, entreeInvite(), from('198.51.100.7'))).statusCode).toBe(201)
  server.clock.advance(hour)
  expect((await enter(lien.code, entreeInvite(), from('198.51.100.7'))).statusCode).toBe(201)
})

test('does not count a retry against the limit of a link', async () => {
  const { lien } = await aParty()
  const body = entreeInvite()
  for (let n = 0; n < 3; n += 1) await entered(lien.code, body)
  const attempts = server.parts.database.selectFrom('tentative').select('id').where('cle', '=', `invites:${lien.id}`)
  expect(await attempts.execute()).toHaveLength(1)
})

test('refuses a network after sixty wrong tries, by its /64, except for the link of its own event', async () => {
  const [venue, other] = [await aParty(), await aParty()]
  const wrong = (address: string) => enter('y'.repeat(22), entreeInvite(), from(address))
  expect((await enter(venue.lien.code, entreeInvite(), from('2001:db8:7::1'))).statusCode).toBe(201)
  for (let n = 0; n < 60; n += 1) expect((await wrong(`2001:db8:7::${n.toString(16)}`)).statusCode).toBe(404)
  expect((await wrong('2001:db8:7::ffff')).json()).toMatchObject({ code: 'lien.trop_d_invites' })
  expect((await enter(other.lien.code, entreeInvite(), from('2001:db8:7::2'))).statusCode).toBe(429)
  expect((await enter(venue.lien.code, entreeInvite(), from('2001:db8:7::3'))).statusCode).toBe(201)
  expect((await enter(other.lien.code, entreeInvite(), from('2001:db8:8::2'))).statusCode).toBe(201)
  server.clock.advance(hour)
  expect((await enter(other.lien.code, entreeInvite(), from('2001:db8:7::2'))).statusCode).toBe(201)
})

test('renews the session for ninety days after the last use, and sixty days after the end of the event', async () => {
  const { lien } = await aParty()
  let cookie = cookieOf(await enter(lien.code))
  for (let n = 0; n < 3; n += 1) {
    server.clock.advance(89 * day)
    const renewed = await renew(cookie)
    expect(renewed.statusCode).toBe(200)
    cookie = cookieOf(renewed)
  }
  server.clock.advance(91 * day)
  expect((await renew(cookie)).statusCode).toBe(401)
  const dateFin = new Date(server.clock.now().getTime() + 200 * day).toISOString()
  claire = await reopened(claire)
  const far = await aParty({ statut: 'PLANIFIE', dateFin })
  const late = cookieOf(await enter(far.lien.code))
  server.clock.advance(259 * day)
  expect((await renew(late)).statusCode).toBe(200)
})

test('keeps a guest open until sixty days after the event, also without use for a year', async () => {
  const dateFin = new Date(server.clock.now().getTime() + 400 * day).toISOString()
  const { id } = await anEvent({ statut: 'PLANIFIE', dateFin })
  const { id: marie } = await unInvite(server, { evenementId: id })
  const archived = async () => {
    await archiveInactive(server.parts)
    const row = server.parts.database.selectFrom('utilisateur').select('archiveLe').where('id', '=', marie)
    return (await row.executeTakeFirstOrThrow()).archiveLe !== null
  }
  server.clock.advance(459 * day)
  expect(await archived()).toBe(false)
  server.clock.advance(2 * day)
  expect(await archived()).toBe(true)
})

test('never mails a guest, not even when the account is unused or erased', async () => {
  const { id } = await anEvent()
  const [marie, paul] = [await unInvite(server, { evenementId: id }), await unInvite(server, { evenementId: id })]
  claire = await reopened(claire)
  await server.call('POST', `/organisateur/evenements/${id}/notifications`, {
    token: claire.token,
    body: { titre: 'Rendez-vous', message: 'Devant la mairie' },
  })
  const erased = await server.call('DELETE', '/frontend/participant/data', { token: paul.token })
  expect(erased.statusCode).toBe(200)
  server.clock.advance(hour)
  await mailAvis(server.parts)
  const mails = async () => {
    const rows = await server.parts.database.selectFrom('courriel').select(['destinataire', 'utilisateurId']).execute()
    return rows.filter(
      ({ destinataire, utilisateurId }) => destinataire === '' || [marie.id, paul.id].includes(utilisateurId ?? 0),
    )
  }
  expect(await mails()).toEqual([])
  server.clock.advance(340 * day)
  await followInactivity({ ...server.parts, ...server.parts.medias })
  expect(await mails()).toEqual([])
})

test('numbers namesakes, keeps the number from the guest, and lets the guest and the organiser rename', async () => {
  const { id, lien } = await aParty()
  const [one, two] = [await entered(lien.code), await entered(lien.code)]
  const names = async () => (await participants(id)).map(({ user }) => `${user.prenom}/${user.nom}`)
  expect(await names()).toEqual(['Marie/', 'Marie (2)/'])
  expect(two.prenom).toBe('Marie')
  expect(await me(two.token)).toMatchObject({ prenom: 'Marie' })
  const rename = (token: string, body: object) => server.call('PUT', '/auth/me', { token, body })
  expect((await rename(two.token, { prenom: 'Marie', nom: 'Petit' })).json()).toMatchObject({
    prenom: 'Marie',
    nom: 'Petit',
  })
  expect((await rename(one.token, { prenom: 'Zoé' })).statusCode).toBe(200)
  expect(await names()).toEqual(['Zoé/', 'Marie (2)/Petit'])
  const path = `/inscriptions/${two.inscription.id}/prenom`
  const renamed = await server.call('PUT', path, { token: claire.token, body: { prenom: 'Zoé' } })
  expect(renamed.json<Inscription>().user.prenom).toBe('Zoé (2)')
  for (const body of [
    { prenom: 'Ana', email: 'ana@eclats.test' },
    { prenom: 'Ana', newPassword: 'Nouveau2026!' },
  ])
    expect((await rename(one.token, body)).json()).toMatchObject({ code: 'invite.refuse' })
})

test('still requires a name and an address of an account', async () => {
  const lea = await unUtilisateur(server)
  for (const body of [
    { prenom: 'Ana', nom: 'Petit' },
    { prenom: 'Ana', email: lea.email },
  ]) {
    const answer = await server.call('PUT', '/auth/me', { token: lea.token, body })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'requete.invalide'])
  }
})

test('returns the own registration by another link of the event, and refuses a link of another event', async () => {
  const [{ id, lien }, other] = [await aParty(), await aParty({ visibilite: 'PUBLIC', statut: 'PLANIFIE' })]
  const { token, inscription } = await entered(lien.code)
  const join = (code: string) => server.call('POST', `/liens/${code}/rejoindre`, { token, body: {} })
  expect((await join((await unLien(server, { evenementId: id })).code)).json()).toEqual(inscription)
  const refused = await join(other.lien.code)
  expect(refused.json()).toMatchObject({ code: 'invite.refuse', message: expect.stringContaining('Créez un compte') })
  expect((await server.call('GET', `/frontend/participant/evenements/${other.id}`, { token })).statusCode).toBe(404)
  const listed = (await server.call('GET', '/frontend/participant/evenements', { token })).json<{ id: number }[]>()
  expect(listed.map((evenement) => evenement.id)).toEqual([id])
})

test('cannot be found by a login, a forgotten password or an invitation with an empty address', async () => {
  const { id } = await anEvent()
  await unInvite(server, { evenementId: id })
  for (const email of ['', ' ', 'null', 'invite:1']) {
    for (const path of ['/auth/login', '/auth/forgot-password']) {
      const { statusCode } = await server.call('POST', path, { body: { email, password: '' } })
      expect([400, 401]).toContain(statusCode)
    }
  }
})

test('signs a cancelled guest out at once, with the grants', async () => {
  const { id, lien } = await aParty()
  const answer = await enter(lien.code)
  const { token, inscription } = answer.json<InviteEntre>()
  const granted = await server.call('POST', `/frontend/participant/evenements/${id}/upload-grants`, { token })
  const { grant } = granted.json<{ grant: string }>()
  const send = () => depositInOne(server, { token: grant, evenementId: id, bytes })
  const bytes = await unePhoto()
  expect((await send()).statusCode).toBeLessThan(300)
  await server.call('PUT', `/inscriptions/${inscription.id}/statut?statut=ANNULE`, { token: claire.token })
  expect((await server.call('GET', '/auth/me', { token })).statusCode).toBe(401)
  const refused = await renew(cookieOf(answer))
  expect([refused.statusCode, refused.json()]).toMatchObject([401, { code: 'session.participation_terminee' }])
  expect((await send()).json()).toMatchObject({ code: 'upload.autorisation_expiree' })
})

test.each([
  ['GARDER', ['VALIDE', 'EN_ATTENTE']],
  ['EN_ATTENTE', ['EN_ATTENTE', 'EN_ATTENTE']],
  ['REJETER', ['REJETE', 'REJETE']],
])('cancels a registration with %s for the media', async (medias, expected) => {
  const { id, lien } = await aParty()
  const { token, inscription } = await entered(lien.code)
  const brought = []
  for (let n = 0; n < 2; n += 1) {
    const sent = await depositInOne(server, { token, evenementId: id, bytes: await unePhoto() })
    brought.push(Number(sent.headers['x-media-id']))
  }
  await server.call('PATCH', `/frontend/organisateur/medias/${brought[0]}/valider`, { token: claire.token })
  const path = `/evenements/${id}/participants/${inscription.user.id}/statut`
  const body = { statutInscription: 'ANNULE', medias }
  expect((await server.call('PUT', path, { token: claire.token, body })).statusCode).toBe(200)
  const rows = server.parts.database.selectFrom('media').select(['statut', 'version']).orderBy('id')
  const after = await rows.where('evenementId', '=', id).execute()
  expect(after.map(({ statut }) => statut)).toEqual(expected)
  const shown = `/frontend/organisateur/evenements/${id}/medias`
  expect((await server.call('GET', shown, { token: claire.token })).json()).toHaveLength(2)
})

test('exports and erases the data of a guest without a password', async () => {
  const { id, lien } = await aParty()
  const { token, inscription } = await entered(lien.code)
  await depositInOne(server, { token, evenementId: id, bytes: await unePhoto() })
  server.clock.advance(30 * 60_000)
  const data = await server.call('GET', '/frontend/participant/data', { token })
  expect(data.json()).toMatchObject({
    compte: { email: null, prenom: 'Marie', invite: true },
    inscriptions: [{ lienId: lien.id }],
    clesInvite: [{ fermeeLe: null }],
  })
  expect((await server.call('DELETE', '/frontend/participant/data', { token })).statusCode).toBe(200)
  const { database } = server.parts
  const row = database.selectFrom('utilisateur').selectAll().where('id', '=', inscription.user.id)
  expect(await row.executeTakeFirst()).toMatchObject({ prenom: 'Compte', statutActif: 0 })
  expect(await database.selectFrom('media').select('id').where('evenementId', '=', id).execute()).toEqual([])
  const cles = database.selectFrom('cleInvite').select('fermeeLe').where('utilisateurId', '=', inscription.user.id)
  expect(await cles.execute()).toEqual([{ fermeeLe: expect.any(String) }])
})

test('does not let an administrator change the role or address of a guest', async () => {
  const { id } = await anEvent()
  const marie = await unInvite(server, { evenementId: id })
  const admin = await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  const change = (body: object) => server.call('PUT', `/users/${marie.id}`, { token: admin.token, body })
  for (const body of [{ role: 'ORGANISATEUR' }, { email: 'marie@eclats.test' }])
    expect((await change(body)).json()).toMatchObject({ code: 'utilisateur.invite' })
  expect((await change({ statutActif: false })).json()).toMatchObject({ statutActif: false, email: '', invite: true })
})
