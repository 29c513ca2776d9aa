import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { undoMs } from '#domain/evenement/evenement.ts'
import { advanceStatuts } from '#server/evenement/evenement.jobs.ts'
import { announceDueChanges } from '#server/evenement/annonce.ts'
import {
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
let ana: PersonneDeTest
let id: number

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  claire = await unOrganisateur(server)
  ;[lea, ana] = [await unUtilisateur(server), await unUtilisateur(server)]
  ;({ id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', titre: 'Fête' }))
  await uneInscription(server, { evenementId: id, utilisateurId: lea.id })
  await uneInscription(server, { evenementId: id, utilisateurId: ana.id, statut: 'ANNULE' })
})

const path = '/frontend/organisateur/evenements'
const setStatut = (statut: string) =>
  server.call('PUT', `${path}/${id}/statut`, { token: claire.token, body: { statut } })
const remove = () => server.call('DELETE', `${path}/${id}`, { token: claire.token })
const restore = () => server.call('POST', `${path}/${id}/restaurer`, { token: claire.token })

/** @param ms time after the change */
async function messagesAfter(ms: number, person = lea): Promise<string[]> {
  server.clock.advance(ms)
  await announceDueChanges(server.parts)
  const rows = server.parts.database.selectFrom('notification').select('message')
  return (await rows.where('utilisateurId', '=', person.id).orderBy('id').execute()).map(({ message }) => message)
}

test('notifies registered people of a new statut once, after the undo period', async () => {
  await setStatut('ANNULE')
  expect(await messagesAfter(undoMs - 1)).toEqual([])
  expect(await messagesAfter(1)).toEqual(["L'événement est maintenant : Annulé."])
  expect(await messagesAfter(undoMs)).toHaveLength(1)
  expect(await messagesAfter(0, ana)).toEqual([])
})

test('announces only the last statut', async () => {
  await setStatut('ANNULE')
  server.clock.advance(undoMs - 1)
  await setStatut('TERMINE')
  expect(await messagesAfter(undoMs - 1)).toEqual([])
  expect(await messagesAfter(1)).toEqual(["L'événement est maintenant : Terminé."])
})

test('announces no undone statut, and lets the clock continue as before', async () => {
  await setStatut('ANNULE')
  await setStatut('PLANIFIE')
  expect(await messagesAfter(2 * undoMs)).toEqual([])
  const { database, clock } = server.parts
  await database.updateTable('evenement').set({ dateDebut: clock.now().toISOString() }).where('id', '=', id).execute()
  await advanceStatuts(server.parts)
  const statuts = database.selectFrom('evenement').select('statut').where('id', '=', id)
  expect(await statuts.executeTakeFirstOrThrow()).toEqual({ statut: 'EN_COURS' })
})

test('announces to thousands of members, and to those of the other events', async () => {
  const members = 6000
  const { database } = server.parts
  const people: number[] = []
  const since = '2026-06-20T10:00:00.000Z'
  const account = { email: null, prenom: 'Zoé', nom: '', role: 'PARTICIPANT', statutActif: 1, motDePasse: '' } as const
  for (let n = 0; n < members; n += 500) {
    const some = Array.from({ length: 500 }, () => ({ ...account, dateCreation: since, derniereActivite: since }))
    const added = await database.insertInto('utilisateur').values(some).returning('id').execute()
    people.push(...added.map(({ id: one }) => one))
    const seats = added.map(({ id: utilisateurId }) => ({
      utilisateurId,
      evenementId: id,
      statutInscription: 'EN_ATTENTE' as const,
      typeParticipation: 'SUR_PLACE' as const,
      dateInscription: since,
    }))
    await database.insertInto('inscription').values(seats).execute()
  }
  await setStatut('ANNULE')
  expect(await messagesAfter(undoMs)).toEqual(["L'événement est maintenant : Annulé."])
  const notifications = database.selectFrom('notification').select('id').where('utilisateurId', 'in', people.slice(-10))
  expect(await notifications.execute()).toHaveLength(10)
})

test('announces new dates and a new place at once, beside a pending statut', async () => {
  const form = { titre: 'Fête', description: 'Au bord du lac', lieu: 'Talloires' }
  const dates = { dateDebut: '2026-07-01T14:00:00.000Z', dateFin: '2026-07-02T02:00:00.000Z' }
  const body = { ...form, ...dates, statut: 'TERMINE' }
  await server.call('PUT', `${path}/${id}`, { token: claire.token, body })
  const message = 'Les dates ont changé. Le lieu a changé : Talloires.'
  expect(await messagesAfter(0)).toEqual([message])
  expect(await messagesAfter(undoMs)).toEqual([message, "L'événement est maintenant : Terminé."])
})

test('announces a deletion once, with a notification without link', async () => {
  await setStatut('ANNULE')
  await remove()
  expect(await messagesAfter(undoMs)).toEqual(["L'organisateur a supprimé cet événement."])
  expect(await messagesAfter(undoMs)).toHaveLength(1)
  const notifications = (await server.call('GET', '/notifications', { token: lea.token })).json()
  expect(notifications).toMatchObject([{ titre: 'Fête', evenement_id: null }])
})

test('announces no deletion that was undone in time', async () => {
  await remove()
  server.clock.advance(undoMs - 1)
  expect((await restore()).statusCode).toBe(200)
  expect(await messagesAfter(2 * undoMs)).toEqual([])
})

test('announces a restored event to the people who were notified of its deletion', async () => {
  await remove()
  await messagesAfter(undoMs)
  await restore()
  expect(await messagesAfter(undoMs)).toEqual([
    "L'organisateur a supprimé cet événement.",
    "L'organisateur a restauré cet événement.",
  ])
})
