import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Evenement } from '#domain/evenement/evenement.ts'
import type { Inscription, SortMedias } from '#domain/inscription/inscription.ts'
import { findInscription } from '#server/inscription/inscription.repository.ts'
import { decideInscription } from '#server/inscription/inscription.usecases.ts'
import { findMedia } from '#server/media/media.repository.ts'
import {
  unEvenement,
  uneInscription,
  uneInvitation,
  unMedia,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { cutAtAudit } from '#tests/support/cutStatements.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
  lea = await unUtilisateur(server)
})
afterAll(() => server.stop())

const planned = (more = {}) =>
  unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', visibilite: 'PUBLIC', ...more })
const register = (id: number, person = lea, body: object = {}) =>
  server.call('POST', `/inscriptions/evenement/${id}/register`, { token: person.token, body })
const unregister = (id: number, person = lea) =>
  server.call('DELETE', `/inscriptions/evenement/${id}/unregister`, { token: person.token })
const decide = (id: number, statut: string) =>
  server.call('PUT', `/inscriptions/${id}/statut?statut=${statut}`, { token: claire.token })

test('registers a participant as EN_ATTENTE, on site unless they choose otherwise', async () => {
  const { id } = await planned()
  const answer = await register(id)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    user: { id: lea.id, email: lea.email },
    statutInscription: 'EN_ATTENTE',
    typeParticipation: 'SUR_PLACE',
  })
  const other = await unUtilisateur(server)
  expect((await register(id, other, { typeParticipation: 'EN_LIGNE' })).json()).toMatchObject({
    typeParticipation: 'EN_LIGNE',
  })
  expect((await register(id, await unUtilisateur(server), { typeParticipation: 'PEUT_ETRE' })).statusCode).toBe(400)
})

test('registers a person once, also with two concurrent requests', async () => {
  const { id } = await planned()
  const answers = await Promise.all([register(id), register(id)])
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201])
  expect(answers[0]?.json()).toEqual(answers[1]?.json())
  const notifications = await server.parts.database
    .selectFrom('notification')
    .where('evenementId', '=', id)
    .where('utilisateurId', '=', claire.id)
    .selectAll()
    .execute()
  expect(notifications).toHaveLength(1)
})

test('answers a repeated registration with its present state, and refuses another type of participation', async () => {
  const { id } = await planned()
  const first = (await register(id)).json<{ id: number }>()
  await decide(first.id, 'VALIDE')
  const again = await register(id)
  expect(again.statusCode).toBe(201)
  expect(again.json()).toMatchObject({ id: first.id, statutInscription: 'VALIDE' })
  expect((await register(id, lea, { typeParticipation: 'EN_LIGNE' })).json()).toMatchObject({
    code: 'inscription.existante',
  })
})

test('accepts registrations to a full event as EN_ATTENTE (waiting list)', async () => {
  const { id } = await planned({ capaciteMax: 1 })
  await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id })
  const waiting = await register(id)
  expect([waiting.statusCode, waiting.json()]).toMatchObject([201, { statutInscription: 'EN_ATTENTE' }])
})

test('refuses a registration to a running event, also of an invited person', async () => {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'EN_COURS' })
  await uneInvitation(server, { evenementId: id, invite: lea })
  expect((await register(id)).json()).toMatchObject({ code: 'inscription.fermee' })
})

test('deletes the row when a participant unregisters, so that they may register again', async () => {
  const { id } = await planned()
  await register(id)
  expect((await unregister(id)).statusCode).toBe(200)
  expect((await unregister(id)).json()).toMatchObject({ code: 'inscription.introuvable' })
  expect((await register(id)).statusCode).toBe(201)
})

test('refuses to unregister from a running event', async () => {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'EN_COURS' })
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id })
  expect((await unregister(id)).json()).toMatchObject({ code: 'inscription.fermee' })
})

test('lets a person cancelled by the organiser neither register again nor delete the registration', async () => {
  const { id } = await planned()
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id, statut: 'ANNULE' })
  for (const answer of [await register(id), await unregister(id)]) {
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'inscription.annulee' })
  }
})

test.each([
  ['EN_ATTENTE', 'VALIDE', 200],
  ['EN_ATTENTE', 'ANNULE', 200],
  ['VALIDE', 'ANNULE', 200],
  ['VALIDE', 'EN_ATTENTE', 409],
  ['VALIDE', 'VALIDE', 200],
  ['ANNULE', 'ANNULE', 200],
  ['ANNULE', 'VALIDE', 409],
  ['ANNULE', 'EN_ATTENTE', 409],
] as const)('%s to %s answers %i by both calls', async (from, to, expected) => {
  const { id } = await planned()
  const [one, two] = [lea, await unUtilisateur(server)]
  const first = await uneInscription(server, { evenementId: id, utilisateurId: one.id, statut: from })
  await uneInscription(server, { evenementId: id, utilisateurId: two.id, statut: from })
  const byId = await decide(first.id, to)
  const byPerson = await server.call('PUT', `/evenements/${id}/participants/${two.id}/statut`, {
    token: claire.token,
    body: { statutInscription: to },
  })
  expect([byId.statusCode, byPerson.statusCode]).toEqual([expected, expected])
  const answer = expected === 200 ? { statutInscription: to } : { code: 'inscription.transition' }
  expect([byId.json(), byPerson.json()]).toMatchObject([answer, answer])
})

test('notifies the person of a decision and writes it to the audit, once when it is sent again', async () => {
  const { id, titre } = await planned()
  const inscription = (await register(id)).json<Inscription>()
  await decide(inscription.id, 'VALIDE')
  // The answer was lost: the organiser presses again.
  await decide(inscription.id, 'VALIDE')
  const notifications = await server.parts.database
    .selectFrom('notification')
    .selectAll()
    .where('utilisateurId', '=', lea.id)
    .execute()
  expect(notifications).toMatchObject([{ type: 'INSCRIPTION', titre, message: 'Inscription validée.', lu: 0 }])
  const audit = await server.parts.database
    .selectFrom('audit')
    .selectAll()
    .where('objet', '=', `inscription:${inscription.id}`)
    .execute()
  expect(audit).toMatchObject([{ acteurId: claire.id, detail: '{"statut":"VALIDE","de":"EN_ATTENTE"}' }])
})

test('never exceeds the capacity with fifty concurrent validations', async () => {
  const { id } = await planned({ capaciteMax: 3 })
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id })
  await uneInvitation(server, { evenementId: id, invite: await unUtilisateur(server) })
  const waiting = await Promise.all(
    Array.from({ length: 50 }, async () => {
      const { id: utilisateurId } = await unUtilisateur(server)
      return uneInscription(server, { evenementId: id, utilisateurId, statut: 'EN_ATTENTE' })
    }),
  )
  const answers = await Promise.all(waiting.map((inscription) => decide(inscription.id, 'VALIDE')))
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1)
  const refused = answers.filter((answer) => answer.statusCode === 409)
  expect(refused).toHaveLength(49)
  const message = "L'événement est complet. Les invitations sans réponse gardent leur place."
  expect(refused[0]?.json()).toEqual({ message, code: 'inscription.complet' })
})

test("applies the plan's limit when the event has none, and names it", async () => {
  const { id } = await planned()
  for (let i = 0; i < 30; i += 1) {
    await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id })
  }
  const waiting = await uneInscription(server, { evenementId: id, utilisateurId: lea.id, statut: 'EN_ATTENTE' })
  expect((await decide(waiting.id, 'VALIDE')).json()).toEqual({
    message: 'La limite de participants de votre plan est atteinte, invitations sans réponse comprises.',
    code: 'inscription.complet',
  })
})

test('uses the place of an open invitation when its person is validated', async () => {
  const { id } = await planned({ capaciteMax: 1 })
  await uneInvitation(server, { evenementId: id, invite: lea })
  const waiting = await uneInscription(server, { evenementId: id, utilisateurId: lea.id, statut: 'EN_ATTENTE' })
  expect((await decide(waiting.id, 'VALIDE')).statusCode).toBe(200)
  const other = await unUtilisateur(server)
  const next = await uneInscription(server, { evenementId: id, utilisateurId: other.id, statut: 'EN_ATTENTE' })
  expect((await decide(next.id, 'VALIDE')).statusCode).toBe(409)
})

test('says that invitations without answer take places when they fill the event', async () => {
  const { id } = await planned({ capaciteMax: 1 })
  await uneInvitation(server, { evenementId: id, invite: await unUtilisateur(server) })
  const waiting = await uneInscription(server, { evenementId: id, utilisateurId: lea.id, statut: 'EN_ATTENTE' })
  expect((await decide(waiting.id, 'VALIDE')).json()).toEqual({
    message: "L'événement est complet. Les invitations sans réponse gardent leur place.",
    code: 'inscription.complet',
  })
})

test('lists the events that a person is registered for', async () => {
  const { id } = await planned()
  await planned()
  await register(id)
  const mine = await server.call('GET', '/inscriptions/me/evenements-inscrits', { token: lea.token })
  expect(mine.json<Evenement[]>().map((evenement) => evenement.id)).toEqual([id])
})

test('lists the registered people for the organiser', async () => {
  const { id } = await planned()
  await register(id)
  const answer = await server.call('GET', `/frontend/organisateur/evenements/${id}/participants`, {
    token: claire.token,
  })
  expect(answer.json()).toMatchObject([{ user: { id: lea.id, nom: 'Martin', prenom: 'Lea', email: lea.email } }])
})

test('lists only accepted people in the list of the accepted', async () => {
  const { id } = await planned()
  const accepted = await unUtilisateur(server)
  await register(id)
  await uneInscription(server, { evenementId: id, utilisateurId: accepted.id })
  const answer = await server.call('GET', `/frontend/organisateur/evenements/${id}/participants-acceptes`, {
    token: claire.token,
  })
  expect(answer.json()).toMatchObject([{ user: { id: accepted.id }, statutInscription: 'VALIDE' }])
})

test('continues with the media that are left when a cancellation was cut between two batches', async () => {
  const { parts } = server
  const evenement = await unEvenement(server, { createurId: claire.id })
  const inscription = await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id })
  for (let n = 0; n < 120; n += 1)
    await unMedia(server, {
      evenementId: evenement.id,
      auteurId: lea.id,
      statut: n % 2 === 0 ? 'VALIDE' : 'EN_ATTENTE',
    })
  const cancel = (database = parts.database) =>
    decideInscription(
      { ...parts, database },
      { acteur: acteurDe(claire), evenement, inscription, statut: 'ANNULE', medias: 'REJETER' },
    )
  const rejected = async () => {
    const medias = parts.database.selectFrom('media').select('statut').where('evenementId', '=', evenement.id)
    return (await medias.execute()).filter(({ statut }) => statut === 'REJETE').length
  }
  const statut = async () => (await findInscription(parts.database, inscription.id))?.statutInscription

  await expect(cancel(parts.database.withPlugin(cutAtAudit(75)))).rejects.toThrow('cut')
  expect([await rejected(), await statut()]).toEqual([50, 'VALIDE'])
  expect((await cancel()).statutInscription).toBe('ANNULE')
  expect([await rejected(), await statut()]).toEqual([120, 'ANNULE'])
  const audit = parts.database.selectFrom('audit').select('id').where('action', '=', 'media/rejeter')
  expect(await audit.where('acteurId', '=', claire.id).execute()).toHaveLength(120)
})

test('answers a repeated cancellation with the same choice for the media like the first one', async () => {
  const evenement = await unEvenement(server, { createurId: claire.id })
  const { id } = await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id })
  const media = await unMedia(server, { evenementId: evenement.id, auteurId: lea.id, statut: 'VALIDE' })
  const first = await decide(id, 'ANNULE&medias=REJETER')
  const again = await decide(id, 'ANNULE&medias=REJETER')
  expect([again.statusCode, again.json()]).toEqual([200, first.json()])
  expect((await findMedia(server.parts.database, media.id))?.statut).toBe('REJETE')
  expect((await decide(id, 'ANNULE&medias=EN_ATTENTE')).json()).toMatchObject({ code: 'inscription.transition' })
})

test('answers a cancellation as done that was repeated before the first one ended', async () => {
  const evenement = await unEvenement(server, { createurId: claire.id })
  const inscription = await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id })
  // Both requests have read the registration before it was cancelled.
  const cancel = (medias: SortMedias) =>
    decideInscription(server.parts, { acteur: acteurDe(claire), evenement, inscription, statut: 'ANNULE', medias })
  const first = await cancel('REJETER')
  expect(await cancel('REJETER')).toEqual(first)
  await expect(cancel('EN_ATTENTE')).rejects.toMatchObject({ code: 'inscription.transition' })
  const notifications = server.parts.database
    .selectFrom('notification')
    .select('id')
    .where('utilisateurId', '=', lea.id)
  expect(await notifications.where('type', '=', 'INSCRIPTION').execute()).toHaveLength(1)
})

test('revokes the open invitation of a person whose request is refused', async () => {
  const { id: evenementId } = await planned()
  const invitation = await uneInvitation(server, { evenementId, invite: lea })
  const { id } = await uneInscription(server, { evenementId, utilisateurId: lea.id, statut: 'EN_ATTENTE' })
  expect((await decide(id, 'ANNULE')).statusCode).toBe(200)
  const row = server.parts.database.selectFrom('invitation').select(['statut', 'revoqueLe'])
  expect(await row.where('id', '=', invitation.id).executeTakeFirst()).toEqual({
    statut: 'EN_ATTENTE',
    revoqueLe: expect.any(String),
  })
  const again = await server.call('POST', `/frontend/organisateur/evenements/${evenementId}/inviter`, {
    token: claire.token,
    body: { email: lea.email },
  })
  expect(again.statusCode).toBe(201)
})

test('moderates no media when the registration is cancelled already', async () => {
  const evenement = await unEvenement(server, { createurId: claire.id })
  const { id } = await uneInscription(server, { evenementId: evenement.id, utilisateurId: lea.id, statut: 'ANNULE' })
  const media = await unMedia(server, { evenementId: evenement.id, auteurId: lea.id, statut: 'VALIDE' })
  expect((await decide(id, 'ANNULE&medias=REJETER')).json()).toMatchObject({ code: 'inscription.transition' })
  expect((await findMedia(server.parts.database, media.id))?.statut).toBe('VALIDE')
})
