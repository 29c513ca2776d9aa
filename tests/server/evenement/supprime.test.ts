import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allEndpoints } from '#domain/contract/endpoints.ts'
import type { EvenementOrganisateur, EvenementSupprime } from '#domain/evenement/evenement.ts'
import type { Media } from '#domain/media/media.ts'
import { runJobs } from '#server/jobs.ts'
import { demandeAlbum } from '#tests/support/album.ts'
import { type PersonneDeTest, unEvenement } from '#tests/support/builders.ts'
import { depositInOne, metadataOf, tus, uploadsPath } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { callsOf } from '#tests/support/everyCall/calls.ts'
import { requestOf } from '#tests/support/everyCall/request.ts'
import { allowed, guestMay, refusalOf } from '#tests/support/everyCall/rights.ts'
import { guests, openWorld, personas } from '#tests/support/everyCall/world.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { eraseListedFiles } from '#tests/support/storedFiles.ts'

const day = 86_400_000
const path = '/frontend/organisateur/evenements'
const scopes = /^(evenement|media|inscription|invitation|lien|demandeRetrait|upload)\./

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = async <T>(url: string, { token }: PersonneDeTest) => (await server.call('GET', url, { token })).json<T>()
const remove = (id: number, { token }: PersonneDeTest) => server.call('DELETE', `${path}/${id}`, { token })
const restore = (id: number, { token }: PersonneDeTest) => server.call('POST', `${path}/${id}/restaurer`, { token })

describe('hides a deleted event from everyone', () => {
  test('refuses every call about it like one about a missing event', async () => {
    const world = await openWorld(server)
    const { OP } = world.people
    const calls = callsOf(world)
    for (const { id } of await get<EvenementOrganisateur[]>(path, OP)) await remove(id, OP)
    const wrong: string[] = []
    for (const { name, endpoint } of allEndpoints()) {
      const call = calls[name]
      if (!call || !scopes.test(endpoint.access) || name === 'evenement/restaurer') continue
      for (const persona of personas) {
        if (persona === 'AN' || !allowed[endpoint.access].includes(persona)) continue
        // Refused before the event is looked up.
        if (guests.has(persona) && !guestMay.has(name)) continue
        const { url, method, headers, body } = requestOf(endpoint, call, world.people[persona].token)
        const answer = await server.app.inject({ url, method, headers, ...(body !== undefined && { payload: body }) })
        const [status] = refusalOf(name, endpoint.access)
        if (answer.statusCode !== status) wrong.push(`${name} by ${persona}: ${answer.statusCode}`)
      }
    }
    expect(wrong).toEqual([])
    const link = await server.call('GET', `/liens/${world.lien.code}`)
    expect(link.statusCode).toBe(404)
  })

  test('leaves it in no list, count or file of its people', async () => {
    const { claire, karim, lea, evenementId } = await uneFete(server)
    const answer = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
    const mediaId = Number(answer.headers['x-media-id'])
    await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/valider`, { token: claire.token })
    const { signature } = await get<{ signature: string }>(`/evenements/${evenementId}/signature`, lea)
    const { lien } = await demandeAlbum(server, lea, { evenementId, choix: 'VALIDES' })
    const grant = await server.call('POST', `${path}/${evenementId}/moderation-grants`, { token: claire.token })
    await server.call('POST', `/organisateur/evenements/${evenementId}/participants/${lea.id}/recompenser`, {
      token: claire.token,
      body: { titre: 'Merci', message: 'Une belle soirée' },
    })
    const signed = { url: `/api/medias/${mediaId}/fichier?s=${signature}` }
    expect((await server.app.inject(signed)).statusCode).toBe(200)
    await remove(evenementId, claire)
    expect((await server.app.inject(signed)).statusCode).toBe(404)
    expect((await server.app.inject({ url: lien.adresse })).statusCode).toBe(404)
    const decision = await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/valider`, {
      token: grant.json<{ grant: string }>().grant,
    })
    expect(decision.statusCode).toBeGreaterThanOrEqual(400)
    for (const person of [karim, lea]) {
      expect(await get('/frontend/participant/evenements', person)).toEqual([])
      expect(await get('/frontend/participant/medias', person)).toEqual([])
      expect(await get('/frontend/participant/dashboard', person)).toMatchObject({
        derniersMedias: [],
        evenementsProchains: [],
        recompenses: [],
        mediasDeposesTotal: 0,
      })
    }
    expect(await get(path, claire)).toEqual([])
    expect(await get('/frontend/organisateur/dashboard', claire)).toMatchObject({
      totalEvenements: 0,
      derniersMedias: [],
    })
  })

  test('refuses an upload, also one that was started before', async () => {
    const { claire, karim, evenementId } = await uneFete(server)
    const photo = { token: karim.token, evenementId, bytes: await unePhoto() }
    const begun = await server.call('POST', uploadsPath(evenementId), {
      token: karim.token,
      headers: { ...tus, 'upload-length': String(photo.bytes.length), 'upload-metadata': metadataOf(photo) },
    })
    await remove(evenementId, claire)
    const rest = await server.call('PATCH', String(begun.headers.location).replace(/^\/api/, ''), {
      token: karim.token,
      body: photo.bytes,
      headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
    })
    expect([rest.statusCode, (await depositInOne(server, photo)).statusCode]).toEqual([404, 403])
  })
})

describe('the organiser of a deleted event', () => {
  let claire: PersonneDeTest
  let karim: PersonneDeTest
  let lea: PersonneDeTest
  let id: number
  let bytes: Buffer
  let mediaId: number
  beforeEach(async () => {
    const fete = await uneFete(server)
    ;({ claire, karim, lea, evenementId: id } = fete)
    bytes = await unePhoto()
    const answer = await depositInOne(server, { token: karim.token, evenementId: id, bytes })
    mediaId = Number(answer.headers['x-media-id'])
    await server.call('PATCH', `/frontend/organisateur/medias/${mediaId}/valider`, { token: claire.token })
  })

  async function fileSize(): Promise<number | null> {
    await eraseListedFiles(server.parts)
    return server.parts.medias.storage.size(fichier)
  }
  let fichier: string
  beforeEach(async () => {
    const medias = server.parts.database.selectFrom('media').select('fichier').where('id', '=', mediaId)
    ;({ fichier } = await medias.executeTakeFirstOrThrow())
  })

  test('lists it among the restorable events and restores it completely', async () => {
    await remove(id, claire)
    expect(await get<EvenementSupprime[]>(`${path}/supprimes`, claire)).toMatchObject([
      {
        id,
        fuseau: 'Europe/Paris',
        supprimeLe: '2026-06-20T12:00:00.000Z',
        effaceLe: '2026-07-20T12:00:00.000Z',
        comptes: { medias: { VALIDE: 1 } },
      },
    ])
    expect(await fileSize()).toBe(bytes.length)
    expect((await restore(id, claire)).json()).toMatchObject({
      id,
      statut: 'EN_COURS',
      comptes: { medias: { VALIDE: 1 } },
    })
    expect((await restore(id, claire)).statusCode).toBe(200)
    expect(await get(`${path}/supprimes`, claire)).toEqual([])
    const medias = await get<Media[]>(`/frontend/participant/evenements/${id}/medias`, lea)
    expect(medias.map((media) => media.id)).toEqual([mediaId])
    expect((await server.call('GET', `/medias/${mediaId}/fichier`, { token: lea.token })).rawPayload).toHaveLength(
      bytes.length,
    )
  })

  test('is the only one who can restore it', async () => {
    await remove(id, claire)
    const { claire: other } = await uneFete(server)
    for (const person of [karim, lea, other]) expect((await restore(id, person)).statusCode).toBe(404)
    expect(await get(`${path}/supprimes`, other)).toEqual([])
  })

  test('may create another one instead, and then cannot restore an active one beyond the plan', async () => {
    await remove(id, claire)
    const next = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE' })
    expect((await restore(id, claire)).json()).toMatchObject({ code: 'evenement.quota_atteint' })
    await server.call('PUT', `${path}/${next.id}/statut`, { token: claire.token, body: { statut: 'ANNULE' } })
    expect((await restore(id, claire)).statusCode).toBe(200)
  })

  test('loses it permanently after 30 days, not earlier', async () => {
    const began = server.clock.now().toISOString()
    const rows = server.parts.database.selectFrom('evenement').select('id').where('id', '=', id)
    await remove(id, claire)
    server.clock.advance(30 * day - 1000)
    await runJobs(server.parts)
    expect(await rows.execute()).toHaveLength(1)
    expect(await fileSize()).toBe(bytes.length)
    server.clock.advance(1000)
    await runJobs(server.parts)
    server.clock.set(began)
    expect(await rows.execute()).toEqual([])
    for (const table of ['inscription', 'media', 'annonceEvenement'] as const) {
      const left = server.parts.database.selectFrom(table).select('evenementId').where('evenementId', '=', id)
      expect(await left.execute()).toEqual([])
    }
    expect(await fileSize()).toBeNull()
  })

  test('erases it with the account', async () => {
    await remove(id, claire)
    const erased = await server.call('DELETE', '/frontend/participant/data', { token: claire.token, body: {} })
    expect(erased.statusCode).toBe(200)
    const left = server.parts.database.selectFrom('evenement').select('id').where('id', '=', id)
    expect(await left.execute()).toEqual([])
    expect(await fileSize()).toBeNull()
  })
})
