import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { advanceStatuts } from '#server/evenement/evenement.jobs.ts'
import {
  unAbonnement,
  unEvenement,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
  type PersonneDeTest,
} from '#tests/support/builders.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())

const path = '/frontend/organisateur/evenements'
const form = {
  titre: '  Mariage ',
  description: 'Au bord du lac',
  dateDebut: '2026-07-01T16:00:00+02:00',
  dateFin: '2026-07-02T04:00:00+02:00',
  lieu: 'Annecy',
}
const create = (body: object, token = claire.token) => server.call('POST', path, { token, body })
const statutOf = async (id: number) =>
  (await server.call('GET', `${path}/${id}`, { token: claire.token })).json<EvenementOrganisateur>().statut

test('creates an event as planned, trimmed, in UTC, with the signed-in organiser', async () => {
  const other = await unOrganisateur(server)
  const answer = await create({ ...form, createurId: other.id, statut: 'TERMINE' })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    titre: 'Mariage',
    statut: 'PLANIFIE',
    visibilite: 'PUBLIC',
    createurId: claire.id,
    dateDebut: '2026-07-01T14:00:00.000Z',
    couvertureMediaId: null,
    inscriptions: [],
    comptes: { inscriptions: { EN_ATTENTE: 0, VALIDE: 0, ANNULE: 0 } },
  })
})

test.each([
  [{ titre: ' ' }, 'Le titre est obligatoire'],
  [{ titre: undefined, lieu: '' }, 'Le titre est obligatoire'],
  [{ description: '' }, 'La description est obligatoire'],
  [{ dateDebut: undefined }, 'La date de début est obligatoire'],
  [{ dateFin: '' }, 'La date de fin est obligatoire'],
  [{ dateFin: form.dateDebut }, 'La date de fin doit être postérieure à la date de début'],
  [{ dateFin: form.dateDebut, lieu: '' }, 'La date de fin doit être postérieure à la date de début'],
  [{ lieu: '  ' }, 'Le lieu est obligatoire'],
  [{ capaciteMax: 0 }, "La capacité maximale doit être d'au moins 1"],
  [{ capaciteMax: 2 ** 31 }, 'La capacité maximale ne peut pas dépasser 1 000 000'],
])('answers the form %o with the first message in the order of the specification', async (wrong, message) => {
  expect((await create({ ...form, ...wrong })).json()).toEqual({ message, code: 'requete.invalide' })
})

test('limits active events by the plan; finished and cancelled ones do not count', async () => {
  await unEvenement(server, { createurId: claire.id, statut: 'TERMINE' })
  await unEvenement(server, { createurId: claire.id, statut: 'ANNULE' })
  expect((await create(form)).statusCode).toBe(201)
  const refused = await create(form)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toEqual({
    message: "Quota d'événements actifs (1) atteint.",
    code: 'evenement.quota_atteint',
  })
  await unAbonnement(server, claire.id, 'BASIC')
  expect((await create(form)).statusCode).toBe(201)
})

test('treats an expired subscription as none', async () => {
  await unAbonnement(server, claire.id, 'PREMIUM')
  const limits = () => server.call('GET', '/stripe/plan/limits', { token: claire.token })
  expect((await limits()).json()).toMatchObject({ limits: { plan: 'PREMIUM', max_evenements_actifs: 10 } })
  await server.parts.database
    .updateTable('abonnement')
    .set({ dateExpiration: '2026-06-20T11:59:59.000Z' })
    .where('utilisateurId', '=', claire.id)
    .execute()
  expect((await limits()).json()).toMatchObject({ limits: { plan: 'FREEMIUM', max_participants_par_evenement: 30 } })
})

test('never exceeds the quota with twenty concurrent creations', async () => {
  await unAbonnement(server, claire.id, 'BASIC')
  const answers = await Promise.all(Array.from({ length: 20 }, () => create(form)))
  expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(3)
})

test('creates the last event of a plan once when it is sent again after a lost answer', async () => {
  const body = { ...form, cle: randomUUID() }
  const answers = await Promise.all([create(body), create(body)])
  answers.push(await create(body))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
  expect(new Set(answers.map((answer) => answer.json<EvenementOrganisateur>().id)).size).toBe(1)
  expect((await server.call('GET', path, { token: claire.token })).json()).toHaveLength(1)
  // Other texts are another event, and so is the same event from another form.
  for (const other of [
    { ...body, lieu: 'Talloires' },
    { ...body, cle: randomUUID() },
  ])
    expect((await create(other)).json()).toMatchObject({ code: 'evenement.quota_atteint' })
})

test('allows an active statut beyond the quota, which limits only creation', async () => {
  const old = await unEvenement(server, { createurId: claire.id, statut: 'TERMINE' })
  await create(form)
  const set = await server.call('PUT', `${path}/${old.id}/statut`, {
    token: claire.token,
    body: { statut: 'EN_COURS' },
  })
  expect(set.statusCode).toBe(200)
  const body = { ...form, statut: 'PLANIFIE' }
  const rewritten = await server.call('PUT', `${path}/${old.id}`, { token: claire.token, body })
  expect(rewritten.json()).toMatchObject({ statut: 'PLANIFIE' })
  expect((await create(form)).json()).toMatchObject({ code: 'evenement.quota_atteint' })
})

test('lets an organiser set any of the four statuts, and keeps fields that the form does not send', async () => {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
  for (const statut of ['TERMINE', 'EN_COURS', 'ANNULE', 'PLANIFIE']) {
    await server.call('PUT', `${path}/${id}/statut`, { token: claire.token, body: { statut } })
    expect(await statutOf(id)).toBe(statut)
  }
  const answer = await server.call('PUT', `${path}/${id}`, { token: claire.token, body: { ...form, titre: 'Autre' } })
  expect(answer.json()).toMatchObject({ titre: 'Autre', statut: 'PLANIFIE' })
  const unknown = await server.call('PUT', `${path}/${id}/statut`, { token: claire.token, body: { statut: 'FINI' } })
  expect(unknown.statusCode).toBe(400)
})

test('opens an event at its start and ends it at its end', async () => {
  const soon = { dateDebut: '2026-06-20T13:00:00.000Z', dateFin: '2026-06-20T15:00:00.000Z' }
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...soon })
  const seen: string[] = []
  for (const at of ['2026-06-20T12:59:59.999Z', soon.dateDebut, soon.dateFin]) {
    server.clock.set(at)
    await advanceStatuts(server.parts)
    seen.push(await statutOf(id))
  }
  server.clock.set('2026-06-20T12:00:00.000Z')
  expect(seen).toEqual(['PLANIFIE', 'EN_COURS', 'TERMINE'])
})

test('keeps a statut that was set by hand after the end', async () => {
  const past = { dateDebut: '2026-06-20T11:00:00.000Z', dateFin: '2026-06-20T11:30:00.000Z' }
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'TERMINE', ...past })
  await server.call('PUT', `${path}/${id}/statut`, { token: claire.token, body: { statut: 'EN_COURS' } })
  await advanceStatuts(server.parts)
  expect(await statutOf(id)).toBe('EN_COURS')
})

test('ends an event in one run when its start and end were both missed', async () => {
  const past = { dateDebut: '2026-06-19T11:00:00.000Z', dateFin: '2026-06-19T12:00:00.000Z' }
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...past })
  await advanceStatuts(server.parts)
  expect(await statutOf(id)).toBe('TERMINE')
})

test('lists three and thirty events with the same number of queries', async () => {
  await unAbonnement(server, claire.id, 'VIP')
  const lea = await unUtilisateur(server)
  const queriesFor = async (n: number) => {
    for (let i = 0; i < n; i += 1) {
      const { id } = await unEvenement(server, { createurId: claire.id })
      await uneInscription(server, { evenementId: id, utilisateurId: lea.id })
    }
    const spy = vi.spyOn(server.parts.database.getExecutor(), 'executeQuery')
    const answer = await server.call('GET', path, { token: claire.token })
    const queries = spy.mock.calls.length
    spy.mockRestore()
    return { queries, events: answer.json<unknown[]>().length }
  }
  const few = await queriesFor(3)
  const many = await queriesFor(27)
  expect(few.events).toBe(3)
  expect(many.events).toBe(30)
  expect(few.queries).toBeGreaterThan(0)
  expect(many.queries).toBe(few.queries)
})

test('lists newest dateDebut first, without events of others', async () => {
  const foreign = await unOrganisateur(server)
  await unEvenement(server, { createurId: foreign.id })
  for (const dateDebut of ['2026-05-01T10:00:00.000Z', '2026-09-01T10:00:00.000Z', '2026-07-01T10:00:00.000Z']) {
    await unEvenement(server, { createurId: claire.id, dateDebut, dateFin: '2026-12-01T10:00:00.000Z' })
  }
  const list = (await server.call('GET', path, { token: claire.token })).json<EvenementOrganisateur[]>()
  expect(list.map((evenement) => evenement.dateDebut.slice(0, 7))).toEqual(['2026-09', '2026-07', '2026-05'])
})
