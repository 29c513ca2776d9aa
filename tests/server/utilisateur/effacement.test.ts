import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dayMs } from '#domain/contract/durations.ts'
import { undoMs } from '#domain/evenement/evenement.ts'
import type { Database } from '#server/database/database.ts'
import { announceDueChanges } from '#server/evenement/annonce.ts'
import type { Change } from '#server/live/changes.ts'
import { forgetExpired } from '#server/session/expired.ts'
import { mailAvis } from '#server/notification/avis.usecases.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { mailsTo } from '#tests/support/mailbox.ts'
import { duringTransaction } from '#tests/support/races.ts'
import { answerReinitialisations } from '#server/utilisateur/reinitialisation.usecases.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const erase = ({ token }: PersonneDeTest) =>
  server.call('DELETE', '/frontend/participant/data', { token, body: { motDePasseActuel: motDePasseDeTest } })

test('keeps mails of other people that contain the erased name', async () => {
  const claire = await unOrganisateur(server)
  const lea = await unUtilisateur(server)
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
  await server.call('POST', `/frontend/organisateur/evenements/${id}/inviter`, {
    token: claire.token,
    body: { email: lea.email },
  })
  await server.call('POST', '/auth/forgot-password', { body: { email: lea.email } })
  await answerReinitialisations(server.parts)
  const before = await mailsTo(server, lea.email)
  expect(before).toHaveLength(2)
  for (const name of [
    { prenom: 'Ce', nom: 'lien est' },
    { prenom: 'Claire', nom: 'Durand' },
    { prenom: 'a été', nom: 'demandé' },
  ]) {
    expect((await erase(await unUtilisateur(server, name))).statusCode).toBe(200)
  }
  expect(await mailsTo(server, lea.email)).toEqual(before)
})

test('deletes pending mails that name the erased organiser or are addressed to the erased person', async () => {
  const claire = await unOrganisateur(server, { prenom: 'Solveig' })
  const [lea, karim] = [await unUtilisateur(server), await unUtilisateur(server)]
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
  for (const { email } of [lea, karim]) {
    await server.call('POST', `/frontend/organisateur/evenements/${id}/inviter`, {
      token: claire.token,
      body: { email },
    })
  }
  await erase(karim)
  const subjects = async ({ email }: PersonneDeTest) => (await mailsTo(server, email)).map(({ sujet }) => sujet)
  // The message with the link to the last export is written after the erasure.
  expect(await subjects(karim)).toEqual(['Votre compte Éclats est supprimé'])
  expect(await subjects(lea)).toHaveLength(1)
  await server.parts.database.updateTable('evenement').set({ statut: 'TERMINE' }).where('id', '=', id).execute()
  expect((await erase(claire)).statusCode).toBe(200)
  expect(await subjects(lea)).toEqual([])
})

test('sends the other notifications again when a notice names the erased person among others', async () => {
  const claire = await unOrganisateur(server)
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', visibilite: 'PUBLIC' })
  const [ines, hugo] = [
    await unUtilisateur(server, { prenom: 'Ines', nom: 'Morel' }),
    await unUtilisateur(server, { prenom: 'Hugo', nom: 'Petit' }),
  ]
  for (const { token } of [ines, hugo]) {
    await server.call('POST', `/inscriptions/evenement/${id}/register`, { token, body: {} })
  }
  server.clock.advance(15 * 60_000)
  await mailAvis(server.parts)
  const texts = async () => (await mailsTo(server, claire.email)).map(({ texte }) => texte)
  expect((await texts())[0]).toMatch(/Ines Morel[^]*Hugo Petit/)
  await erase(ines)
  expect(await texts()).toEqual([])
  await mailAvis(server.parts)
  const [again = '', ...more] = await texts()
  expect(more).toEqual([])
  expect(again).toContain('Hugo Petit demande à participer.')
  expect(again).not.toContain('Ines')
  const left = server.parts.database.selectFrom('notification').select('message').where('utilisateurId', '=', claire.id)
  expect(await left.execute()).toEqual([{ message: 'Hugo Petit demande à participer.' }])
})

test('deletes a mail that names the erased person and is created during the erasure', async () => {
  const claire = await unOrganisateur(server)
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', visibilite: 'PUBLIC' })
  const ines = await unUtilisateur(server, { prenom: 'Ines', nom: 'Morel' })
  await server.call('POST', `/inscriptions/evenement/${id}/register`, { token: ines.token, body: {} })
  server.clock.advance(15 * 60_000)
  const erased = await duringTransaction(server, {
    first: (database) => mailAvis({ ...server.parts, database: joining(database) }),
    work: () => erase(ines),
  })
  expect(erased).toMatchObject({ value: { statusCode: 200 } })
  expect(await mailsTo(server, claire.email)).toEqual([])
})

/** A database whose transactions are parts of this one. */
function joining(transaction: Database): Database {
  const execute = <T>(work: (database: Database) => Promise<T>) => work(transaction)
  return new Proxy(transaction, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute })
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

test('notifies members of a deleted event when its organiser is erased before the undo period ends', async () => {
  const claire = await unOrganisateur(server)
  const lea = await unUtilisateur(server)
  const { id } = await unEvenement(server, { createurId: claire.id, titre: 'Fête' })
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id })
  await server.call('DELETE', `/frontend/organisateur/evenements/${id}`, { token: claire.token })
  expect((await erase(claire)).statusCode).toBe(200)
  server.clock.advance(undoMs)
  await announceDueChanges(server.parts)
  expect((await server.call('GET', '/notifications', { token: lea.token })).json()).toMatchObject([
    { titre: 'Fête', message: "L'organisateur a supprimé cet événement.", evenement_id: null },
  ])
})

test('revokes the open invitations of an erased organiser', async () => {
  const claire = await unOrganisateur(server)
  const lea = await unUtilisateur(server)
  const { id: evenementId } = await unEvenement(server, { createurId: claire.id, statut: 'TERMINE' })
  const { id, token } = await uneInvitation(server, { evenementId, invite: lea })
  expect((await erase(claire)).statusCode).toBe(200)
  const asLea = { token: lea.token }
  expect((await server.call('GET', '/frontend/participant/invitations', asLea)).json()).toEqual([])
  expect((await server.call('GET', `/frontend/participant/invitations/${token}`, asLea)).statusCode).toBe(404)
  const accept = { ...asLea, body: { statut: 'ACCEPTEE' } }
  expect((await server.call('POST', `/frontend/participant/invitations/${id}/repondre`, accept)).statusCode).toBe(404)
})

test('publishes to the organiser what named the erased person: registration, invitation, request and notices', async () => {
  const [claire, karim] = [await unOrganisateur(server), await unUtilisateur(server)]
  const lea = await unUtilisateur(server)
  const [joined, invited] = [
    await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', visibilite: 'PUBLIC' }),
    await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' }),
  ]
  await server.call('POST', `/inscriptions/evenement/${joined.id}/register`, { token: lea.token, body: {} })
  await uneInvitation(server, { evenementId: invited.id, invite: lea })
  const { id: mediaId } = await unMedia(server, { evenementId: invited.id, auteurId: karim.id })
  const demande = { mediaId, demandeurId: lea.id, motif: '', statut: 'EN_ATTENTE', decideLe: null } as const
  await server.parts.database
    .insertInto('demandeRetrait')
    .values({ ...demande, creeLe: server.clock.now().toISOString() })
    .execute()
  const heard: Change[] = []
  onTestFinished(server.parts.changes.listen((change) => heard.push(change)))
  expect((await erase(lea)).statusCode).toBe(200)
  await expect
    .poll(() => heard)
    .toEqual(
      expect.arrayContaining([
        { sujet: 'inscription', evenementId: joined.id, utilisateurId: lea.id },
        { sujet: 'inscription', evenementId: invited.id, utilisateurId: lea.id },
        { sujet: 'notification', utilisateurIds: [claire.id] },
        expect.objectContaining({ sujet: 'media', evenementId: invited.id }),
      ]),
    )
})

test('answers to a device of the erased person that the data are deleted, until its session would have expired', async () => {
  const lea = await unUtilisateur(server)
  const login = { email: lea.email, password: motDePasseDeTest, seSouvenir: true }
  const entered = await server.call('POST', '/auth/login', { body: login })
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? ''
  expect((await erase(lea)).statusCode).toBe(200)
  const refused = async () => [
    await server.call('GET', '/auth/me', { token: entered.json<{ token: string }>().token }),
    await server.call('POST', '/auth/session', { headers: { cookie } }),
  ]
  const codes = async () => (await refused()).map((answer) => answer.json<{ code: string }>().code)
  expect(await codes()).toEqual(['session.donnees_supprimees', 'session.donnees_supprimees'])
  server.clock.advance(29 * dayMs)
  expect(await codes()).toEqual(['session.expiree', 'session.donnees_supprimees'])
  server.clock.advance(9 * dayMs)
  await forgetExpired(server.parts)
  expect(await codes()).toEqual(['session.expiree', 'session.expiree'])
})
