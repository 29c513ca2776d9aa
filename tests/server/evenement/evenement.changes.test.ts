import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'
import { announceDueChanges } from '#server/evenement/annonce.ts'
import { advanceStatuts } from '#server/evenement/evenement.jobs.ts'
import {
  unEvenement,
  uneInscription,
  uneInvitation,
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
afterEach(() => server.clock.set('2026-06-20T12:00:00.000Z'))
afterAll(() => server.stop())

const address = (id: number) => `/frontend/organisateur/evenements/${id}`
const read = async (id: number) =>
  (await server.call('GET', address(id), { token: claire.token })).json<EvenementOrganisateur>()
const ask = (method: 'PUT' | 'PATCH', id: number, body: object, version?: number | string) =>
  server.call(method, address(id), {
    token: claire.token,
    body,
    ...(version !== undefined && { headers: { 'if-match': String(version) } }),
  })
const whole = ({ titre, description, dateDebut, dateFin, lieu, capaciteMax, statut }: EvenementOrganisateur) => ({
  titre,
  description,
  dateDebut,
  dateFin,
  lieu,
  capaciteMax,
  statut,
})
const setStatut = (id: number, statut: string) =>
  server.call('PUT', `${address(id)}/statut`, { token: claire.token, body: { statut } })
const hours = { dateDebut: '2026-06-20T16:00:00.000Z', dateFin: '2026-06-20T22:00:00.000Z' }
const aPlanned = (more: { capaciteMax?: number; fuseau?: string } = {}) =>
  unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...hours, ...more })
/** Applies the hourly statut job. */
async function statutsAt(id: number, ...times: string[]): Promise<string[]> {
  const seen: string[] = []
  for (const time of times) {
    server.clock.set(`2026-06-20T${time}.000Z`)
    await advanceStatuts(server.parts)
    const { database } = server.parts
    const row = await database.selectFrom('evenement').select('statut').where('id', '=', id).executeTakeFirst()
    seen.push(row?.statut ?? '')
  }
  return seen
}

test('changes only the sent fields, and increments the version', async () => {
  const { id } = await aPlanned({ capaciteMax: 20 })
  const before = await read(id)
  const answer = await ask('PATCH', id, { titre: '  Noces ' }, `"${before.version}"`)
  expect(answer.json()).toEqual({ ...before, titre: 'Noces', version: (before.version ?? 0) + 1 })
  expect((await ask('PATCH', id, { capaciteMax: null })).json()).toMatchObject({ capaciteMax: null, titre: 'Noces' })
})

test('refuses a change of an event that was changed in the meantime, with time and source of that change', async () => {
  const { id } = await aPlanned({ fuseau: 'Asia/Tokyo' })
  const { version } = await read(id)
  await ask('PATCH', id, { lieu: 'Genève' }, version)
  for (const method of ['PATCH', 'PUT'] as const) {
    const body = method === 'PUT' ? whole(await read(id)) : { titre: 'Noces' }
    const answer = await ask(method, id, body, version)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      code: 'evenement.version',
      message: 'Vous avez modifié cet événement entre-temps, à 21:00 depuis un autre écran.',
    })
  }
  const { version: now, titre, lieu } = await read(id)
  expect({ titre, lieu }).toEqual({ titre: 'Mariage de Lea et Karim', lieu: 'Genève' })
  expect((await ask('PATCH', id, { titre: 'Noces' }, now)).statusCode).toBe(200)
})

test('keeps the event running when an older form is saved after its start', async () => {
  const { id } = await aPlanned()
  const seen = await read(id)
  expect(await statutsAt(id, '16:00:00')).toEqual(['EN_COURS'])
  const stale = await ask('PUT', id, { ...whole(seen), titre: 'Noces' }, seen.version)
  expect(stale.json()).toMatchObject({ code: 'evenement.version', message: /à 18:00 automatiquement\.$/ })
  const { version } = await read(id)
  expect((await ask('PATCH', id, { titre: 'Noces' }, version)).json()).toMatchObject({ statut: 'EN_COURS' })
  expect(await statutsAt(id, '22:00:00')).toEqual(['TERMINE'])
})

test('stores a whole event without version; an unchanged statut does not count as set by hand', async () => {
  const { id } = await aPlanned({ capaciteMax: 20 })
  const answer = await ask('PUT', id, { ...whole(await read(id)), capaciteMax: undefined, titre: 'Noces' })
  expect(answer.json()).toMatchObject({ titre: 'Noces', statut: 'PLANIFIE', capaciteMax: null })
  expect(await statutsAt(id, '16:00:00', '22:00:00')).toEqual(['EN_COURS', 'TERMINE'])
})

test('refuses a malformed version', async () => {
  const { id } = await aPlanned()
  expect((await ask('PATCH', id, { titre: 'Noces' }, 'W/"1"')).json()).toMatchObject({ code: 'requete.invalide' })
})

test.for([
  [{ titre: ' ' }, 400, 'requete.invalide', 'Le titre est obligatoire'],
  [{ dateFin: hours.dateDebut }, 400, 'evenement.dates', 'La date de fin doit être postérieure à la date de début'],
  [{ dateDebut: hours.dateFin }, 400, 'evenement.dates', 'La date de fin doit être postérieure à la date de début'],
  [{ capaciteMax: 0 }, 400, 'requete.invalide', "La capacité maximale doit être d'au moins 1"],
  [{ lieu: null }, 400, 'requete.invalide', 'Le lieu est obligatoire'],
] as const)('refuses the change %o with its message', async ([change, status, code, message]) => {
  const { id } = await aPlanned()
  const answer = await ask('PATCH', id, change)
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toEqual({ code, message })
})

test('refuses a capacity below the taken places, with their number in the message', async () => {
  const { id } = await aPlanned({ capaciteMax: 10 })
  for (let i = 0; i < 3; i += 1) {
    await uneInscription(server, { evenementId: id, utilisateurId: (await unUtilisateur(server)).id })
  }
  await uneInvitation(server, { evenementId: id, invite: await unUtilisateur(server) })
  const body = whole(await read(id))
  for (const refused of [
    await ask('PATCH', id, { capaciteMax: 3 }),
    await ask('PUT', id, { ...body, capaciteMax: 3 }),
  ]) {
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toEqual({
      code: 'evenement.capacite',
      message:
        'La capacité maximale ne peut pas être inférieure à 4, le nombre de places déjà prises (inscriptions validées : 3, invitations sans réponse : 1)',
    })
  }
  expect((await ask('PATCH', id, { capaciteMax: 4 })).statusCode).toBe(200)
})

test('keeps a statut set by hand until the next boundary', async () => {
  const early = await aPlanned()
  await setStatut(early.id, 'EN_COURS')
  expect(await statutsAt(early.id, '15:59:59', '16:00:00', '21:59:59', '22:00:00')).toEqual([
    'EN_COURS',
    'EN_COURS',
    'EN_COURS',
    'TERMINE',
  ])
})

test('keeps an event planned until its end when it is set back after its start', async () => {
  const { id } = await aPlanned()
  await statutsAt(id, '16:00:00')
  server.clock.set('2026-06-20T17:00:00.000Z')
  await setStatut(id, 'PLANIFIE')
  expect(await statutsAt(id, '17:00:15', '21:59:59', '22:00:00')).toEqual(['PLANIFIE', 'PLANIFIE', 'TERMINE'])
})

test('treats a moved start as a boundary', async () => {
  const { id } = await aPlanned()
  await statutsAt(id, '16:00:00')
  server.clock.set('2026-06-20T17:00:00.000Z')
  await ask('PATCH', id, { statut: 'PLANIFIE', dateDebut: '2026-06-20T19:00:00.000Z' })
  expect(await statutsAt(id, '18:59:59', '19:00:00')).toEqual(['PLANIFIE', 'EN_COURS'])
})

/** Ends before the session of the test expires. */
const short = { dateDebut: '2026-06-20T13:00:00.000Z', dateFin: '2026-06-20T14:00:00.000Z' }
const moved = { dateDebut: '2026-06-20T15:00:00.000Z', dateFin: '2026-06-20T16:00:00.000Z' }
test.for([
  ['postponed after its start', '13:30:00', moved, 'PLANIFIE'],
  ['postponed after its end', '14:00:00', moved, 'PLANIFIE'],
  ['extended after its end', '14:00:00', { dateFin: moved.dateFin }, 'EN_COURS'],
] as const)('follows the dates of an event that is %s', async ([, at, dates, statut]) => {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...short })
  await statutsAt(id, '13:00:00', at)
  // The form sends the statut that it shows.
  const answer = await ask('PATCH', id, { ...dates, statut: (await read(id)).statut })
  expect(answer.json()).toMatchObject({ ...dates, statut })
  expect(await statutsAt(id, '14:59:59', '15:00:00', '16:00:00')).toEqual([statut, 'EN_COURS', 'TERMINE'])
})

test('notifies the members of a postponed event of its new dates only, not of its statut', async () => {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...short })
  const { id: utilisateurId } = await unUtilisateur(server)
  await uneInscription(server, { evenementId: id, utilisateurId })
  await statutsAt(id, '13:00:00', '14:00:00')
  const notifications = server.parts.database.selectFrom('notification').select('message').where('evenementId', '=', id)
  await ask('PATCH', id, moved)
  server.clock.advance(60_000)
  await announceDueChanges(server.parts)
  const messages = await notifications.where('utilisateurId', '=', utilisateurId).orderBy('id', 'desc').execute()
  expect(messages[0]).toEqual({ message: 'Les dates ont changé.' })
})

test('keeps a statut that was set by hand when the dates move', async () => {
  const { id } = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', ...short })
  await statutsAt(id, '13:00:00')
  server.clock.set('2026-06-20T13:30:00.000Z')
  await setStatut(id, 'TERMINE')
  expect((await ask('PATCH', id, moved)).json()).toMatchObject({ ...moved, statut: 'TERMINE' })
})

test.for(['TERMINE', 'ANNULE'] as const)('does not open an event that was set to %s by hand', async (statut) => {
  const { id } = await aPlanned()
  await setStatut(id, statut)
  expect(await statutsAt(id, '16:00:00', '22:00:00')).toEqual([statut, statut])
})
