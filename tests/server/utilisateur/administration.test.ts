import { access, readdir } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { typographie } from '#domain/texte/typographie.ts'
import type { Media } from '#domain/media/media.ts'
import type { Utilisateur } from '#domain/utilisateur/utilisateur.ts'
import { sweep } from '#server/upload/sweeper.ts'
import { createReinitialisation } from '#server/utilisateur/reinitialisation.usecases.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
  uneInvitation,
} from '#tests/support/builders.ts'
import { beginUpload, depositInOne } from '#tests/support/deposit.ts'
import { mailedToken, mailsTo } from '#tests/support/mailbox.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { localPath } from '#tests/support/storedFiles.ts'

let server: TestServer
let admin: PersonneDeTest
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
  admin = await unUtilisateur(server, { role: 'ADMINISTRATEUR', prenom: 'Agnès' })
})
afterAll(() => server.stop())
beforeEach(async () => {
  lea = await unUtilisateur(server, { prenom: 'Léa' })
})

const as = (person: PersonneDeTest, method: 'GET' | 'PUT' | 'DELETE', id: number, body?: object) =>
  server.call(method, `/users/${id}`, { token: person.token, ...(body && { body }) })
const change = (id: number, body: object) => as(admin, 'PUT', id, body)
const me = async (person: PersonneDeTest) => (await server.call('GET', '/auth/me', { token: person.token })).statusCode
const signIn = async (email: string) =>
  (await server.call('POST', '/auth/login', { body: { email, password: motDePasseDeTest } })).statusCode
const actionsOn = async (id: number) => {
  const rows = server.parts.database.selectFrom('audit').select('action').where('objet', '=', `utilisateur:${id}`)
  return (await rows.orderBy('id').execute()).map(({ action }) => action)
}

test('reads and changes one account, keeps absent fields, and does not sign out for a new name', async () => {
  expect((await as(admin, 'GET', lea.id)).json()).toMatchObject({ id: lea.id, email: lea.email, statutActif: true })
  const answer = await change(lea.id, { nom: 'Le Goff' })
  expect(answer.json<Utilisateur>()).toMatchObject({ nom: 'Le Goff', prenom: 'Léa', role: 'PARTICIPANT' })
  expect(await me(lea)).toBe(200)
  expect((await change(lea.id, { prenom: 'L' })).json()).toMatchObject({
    message: 'Le prénom doit contenir au moins 2 caractères',
  })
  expect((await change(lea.id, { role: 'ROI' })).statusCode).toBe(400)
  for (const id of [987_654, Number.NaN]) {
    expect((await as(admin, 'GET', id)).json()).toEqual({
      message: 'Utilisateur non trouvé',
      code: 'utilisateur.introuvable',
    })
  }
})

test('refuses the administrator role when the address is unconfirmed', async () => {
  const squatter = await unUtilisateur(server, { confirme: false })
  for (const [id, body] of [
    [squatter.id, { role: 'ADMINISTRATEUR' }],
    [lea.id, { role: 'ADMINISTRATEUR', email: 'nouvelle-adresse@eclats.test' }],
  ] as const) {
    const refused = await change(id, body)
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'utilisateur.adresse_non_confirmee' })
  }
  expect((await change(squatter.id, { role: 'ORGANISATEUR' })).statusCode).toBe(200)
  expect((await change(lea.id, { role: 'ADMINISTRATEUR' })).statusCode).toBe(200)
  await change(lea.id, { role: 'PARTICIPANT' })
})

test('ends the sessions at once on a new role or a deactivation', async () => {
  expect((await change(lea.id, { role: 'ORGANISATEUR' })).json()).toMatchObject({ role: 'ORGANISATEUR' })
  expect(await me(lea)).toBe(401)
  const karim = await unUtilisateur(server)
  expect((await change(karim.id, { statutActif: false })).json()).toMatchObject({ statutActif: false })
  expect(await me(karim)).toBe(401)
  expect(await signIn(karim.email)).toBe(403)
  await change(karim.id, { statutActif: true })
  expect(await me(karim)).toBe(401)
  expect(await signIn(karim.email)).toBe(200)
  expect(await actionsOn(karim.id)).toEqual(['utilisateur/modifie', 'utilisateur/modifie', 'session/ouverte'])
  expect((await mailsTo(server, karim.email)).map(({ sujet }) => sujet)).toEqual([
    'Votre compte Éclats est désactivé',
    'Votre compte Éclats est réactivé',
  ])
})

test('marks a new address unconfirmed, mails its link, and notifies the old one', async () => {
  const email = `autre-${lea.email}`
  expect((await change(lea.id, { email: email.toUpperCase() })).json()).toMatchObject({ email })
  expect(await me(lea)).toBe(401)
  expect((await mailsTo(server, lea.email)).map(({ sujet }) => sujet)).toEqual([
    typographie('Votre adresse e-mail a changé'),
  ])
  expect(await mailedToken(server, email, 'confirmation')).not.toBe('')
  expect((await change(lea.id, { email: admin.email })).json()).toMatchObject({ code: 'utilisateur.email_pris' })
})

test('moves open invitations to the new address once it is confirmed, not before', async () => {
  const { id } = await unEvenement(server, { createurId: (await unOrganisateur(server)).id })
  await uneInvitation(server, { evenementId: id, invite: lea })
  const email = `autre-${lea.email}`
  await change(lea.id, { email })
  const invited = () =>
    server.parts.database.selectFrom('invitation').select('email').where('utilisateurId', '=', lea.id).execute()
  expect(await invited()).toEqual([{ email: lea.email }])
  const token = await createReinitialisation(server.parts, { id: lea.id, email })
  await server.call('POST', '/auth/reset-password', { body: { token, newPassword: 'Nouvelle2026!' } })
  expect(await invited()).toEqual([{ email }])
})

test('refuses changes by others, and by administrators to their own role, address or account', async () => {
  for (const person of [lea, await unOrganisateur(server)]) {
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect((await as(person, method, admin.id, {})).json()).toMatchObject({ code: 'acces.refuse' })
    }
  }
  expect((await change(admin.id, { role: 'PARTICIPANT' })).json()).toMatchObject({ code: 'utilisateur.soi_meme' })
  expect((await change(admin.id, { email: 'ailleurs@eclats.test' })).json()).toMatchObject({
    code: 'utilisateur.soi_meme',
  })
  expect((await as(admin, 'DELETE', admin.id)).json()).toMatchObject({ code: 'utilisateur.soi_meme' })
  expect((await change(admin.id, { role: 'ADMINISTRATEUR', prenom: 'Agnès' })).statusCode).toBe(200)
  expect(await me(admin)).toBe(200)
})

test('keeps the last administrator, also with two concurrent changes', async () => {
  const alone = await change(admin.id, { statutActif: false })
  expect(alone.statusCode).toBe(409)
  expect(alone.json()).toMatchObject({ code: 'utilisateur.dernier_administrateur' })
  const second = await unUtilisateur(server, { role: 'ADMINISTRATEUR' })
  const answers = await Promise.all([
    as(admin, 'PUT', second.id, { role: 'PARTICIPANT' }),
    as(second, 'DELETE', admin.id),
  ])
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const left = server.parts.database.selectFrom('utilisateur').select('id').where('role', '=', 'ADMINISTRATEUR')
  expect(await left.where('statutActif', '=', 1).where('effaceLe', 'is', null).execute()).toHaveLength(1)
  admin = await unUtilisateur(server, { role: 'ADMINISTRATEUR', prenom: 'Agnès' })
})

test('erases all media, files, grants, sessions and texts of a person and keeps the albums of others', async () => {
  const claire = await unOrganisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id })
  const karim = await unUtilisateur(server)
  for (const person of [lea, karim]) {
    await uneInscription(server, { evenementId, utilisateurId: person.id })
    await unConsentement(server, person.id)
    const sent = await depositInOne(server, { token: person.token, evenementId, bytes: await unePhoto() })
    const path = `/frontend/organisateur/medias/${String(sent.headers['x-media-id'])}/valider`
    expect((await server.call('PATCH', path, { token: claire.token })).statusCode).toBe(200)
  }
  await beginUpload(server, { token: lea.token, evenementId, bytes: await unePhoto() })
  await server.call('POST', `/frontend/participant/evenements/${evenementId}/upload-grants`, { token: lea.token })
  const { database, medias } = server.parts
  await medias.jobs.idle()
  const { fichier } = await database
    .selectFrom('media')
    .select('fichier')
    .where('auteurId', '=', lea.id)
    .executeTakeFirstOrThrow()
  const path = await localPath(medias.storage, fichier)
  const filesOfMedia = async () =>
    (await readdir(server.dataDir, { recursive: true })).filter((name) => name.includes(fichier))
  expect((await filesOfMedia()).length).toBeGreaterThan(1)

  expect((await as(admin, 'DELETE', lea.id)).statusCode).toBe(200)
  expect(await me(lea)).toBe(401)
  expect(await signIn(lea.email)).toBe(401)
  expect((await mailsTo(server, lea.email)).map(({ sujet }) => sujet)).toEqual(['Votre compte Éclats est supprimé'])
  expect((await as(admin, 'GET', lea.id)).statusCode).toBe(404)
  expect((await as(admin, 'DELETE', lea.id)).statusCode).toBe(404)
  const all = await server.call('GET', '/users', { token: admin.token })
  expect(all.json<Utilisateur[]>().map(({ id }) => id)).not.toContain(lea.id)
  const albumPath = `/frontend/participant/evenements/${evenementId}/medias`
  const album = (await server.call('GET', albumPath, { token: karim.token })).json<Media[]>()
  expect(album.map((media) => media.auteur.id)).toEqual([karim.id])

  for (const table of ['uploadGrant', 'session', 'inscription', 'notification', 'upload'] as const) {
    const rows = await database.selectFrom(table).selectAll().execute()
    expect([table, rows.filter((row) => row.utilisateurId === lea.id)]).toEqual([table, []])
  }
  const kept = JSON.stringify(await database.selectFrom('utilisateur').selectAll().where('id', '=', lea.id).execute())
  expect(kept).not.toContain(lea.email)
  expect(kept).not.toContain('Léa')
  const proof = database.selectFrom('consentement').select('statut').where('utilisateurId', '=', lea.id)
  expect(await proof.execute()).toEqual([{ statut: 'REVOQUE' }])
  expect(await actionsOn(lea.id)).toContain('utilisateur/efface')
  await access(path)
  await sweep({ ...server.parts, ...medias })
  expect(await filesOfMedia()).toEqual([])
  expect(await unUtilisateur(server, { email: lea.email })).toMatchObject({ email: lea.email })
})

test('keeps an organiser with running events; keeps finished events without the name', async () => {
  const claire = await unOrganisateur(server, { prenom: 'Solange' })
  const live = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
  const over = await unEvenement(server, { createurId: claire.id, statut: 'TERMINE' })
  await uneInscription(server, { evenementId: over.id, utilisateurId: lea.id })
  const refused = await as(admin, 'DELETE', claire.id)
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({ code: 'utilisateur.evenements_actifs' })
  await server.call('DELETE', `/frontend/organisateur/evenements/${live.id}`, { token: claire.token })
  expect((await as(admin, 'DELETE', claire.id)).statusCode).toBe(200)
  const seen = await server.call('GET', `/frontend/participant/evenements/${over.id}`, { token: lea.token })
  expect(seen.statusCode).toBe(200)
  expect(seen.body).not.toContain('Solange')
  expect(seen.json()).toMatchObject({ createur: { prenom: 'Compte' } })
})
