import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Media } from '#domain/media/media.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { findMedia, lockMedia } from '#server/media/media.repository.ts'
import { moderate, putBack } from '#server/media/media.usecases.ts'
import { acteurDe } from '#tests/support/races.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { confirmFusionBy, uneFusion } from '#tests/support/fusion.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let mediaId: number

beforeAll(async () => {
  server = await startTestServer()
  ;({ claire, karim, lea, evenementId } = await uneFete(server))
})
afterAll(() => server.stop())
beforeEach(async () => {
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  mediaId = Number(answer.headers['x-media-id'])
})

const desk = (verb: string) => `/frontend/organisateur/medias/${mediaId}/${verb}`

function decideAs(person: PersonneDeTest, verb: string, body?: unknown) {
  return server.call('PATCH', desk(verb), { token: person.token, ...(body !== undefined && { body }) })
}

async function seenBy(person: PersonneDeTest): Promise<Media | undefined> {
  const answer = await server.call('GET', `/frontend/participant/evenements/${evenementId}/medias`, {
    token: person.token,
  })
  return answer.json<Media[]>().find((media) => media.id === mediaId)
}

test('answers a decision on a version from before a media was put back with who did it and when', async () => {
  const { database, clock } = { database: server.parts.database, clock: server.clock }
  await decideAs(claire, 'valider', { version: 1 })
  const media = await lockMedia(database, mediaId)
  const other = await unOrganisateur(server)
  await putBack({ database, clock }, { acteur: acteurDe(other), media: media! })
  const late = await decideAs(claire, 'rejeter', { raison: 'Floue', version: 2 })
  expect([late.statusCode, late.json().message]).toEqual([
    409,
    expect.stringMatching(
      new RegExp(`^Ce média a déjà été remis en attente à \\d\\d:\\d\\d par ${other.prenom} ${other.nom}\\.$`),
    ),
  ])
})

test('answers a decision on a version from before another file was stored without naming a person', async () => {
  await server.parts.database.updateTable('media').set({ version: 2 }).where('id', '=', mediaId).execute()
  const late = await decideAs(claire, 'valider', { version: 1 })
  expect(late.json()).toEqual({
    code: 'media.version',
    message: 'Ce média attend de nouveau une décision : regardez-le avant.',
  })
})

test('notifies the account of a decision on a media that was the photo of its guest when the request began', async () => {
  const { database, changes } = server.parts
  const { marie, lea: account, token } = await uneFusion(server, { evenementId })
  const sent = await depositInOne(server, { token: marie.token, evenementId, bytes: await unePhoto() })
  const media = (await findMedia(database, Number(sent.headers['x-media-id'])))!
  await confirmFusionBy(server, token)
  const heard: unknown[] = []
  const stop = changes.listen((change) => heard.push(change))
  await moderate(server.parts, { acteur: acteurDe(claire), media, statut: 'VALIDE' })
  await expect
    .poll(() => heard)
    .toContainEqual({ sujet: 'media', evenementId, auteurId: account.id, estVisible: true, estGalerie: false })
  stop()
  const notifications = database.selectFrom('notification').select('utilisateurId').where('mediaId', '=', media.id)
  expect(await notifications.execute()).toEqual([{ utilisateurId: account.id }])
})

test('shows a pending deposit to its author, not to another member', async () => {
  expect((await seenBy(karim))?.statut).toBe('EN_ATTENTE')
  expect(await seenBy(lea)).toBeUndefined()
})

test('shows a validated media to members under a neutral name', async () => {
  expect((await decideAs(claire, 'valider')).json()).toMatchObject({ statut: 'VALIDE' })
  const media = await seenBy(lea)
  expect(media?.nomFichier).toMatch(/^eclats-.*\.jpg$/)
  expect((await seenBy(karim))?.nomFichier).toBe('IMG_2041.jpg')
})

test('shows the raison of a rejected media to its author and to no other member', async () => {
  await decideAs(claire, 'rejeter', { raison: 'Photo floue' })
  expect(await seenBy(karim)).toMatchObject({ statut: 'REJETE', raison: 'Photo floue' })
  expect(await seenBy(lea)).toBeUndefined()
  // A validation clears the raison. Should a row keep one, members who see the media still do not get it.
  await server.parts.database.updateTable('media').set({ statut: 'VALIDE' }).where('id', '=', mediaId).execute()
  expect(await seenBy(karim)).toMatchObject({ raison: 'Photo floue' })
  expect(await seenBy(lea)).toMatchObject({ id: mediaId, raison: null })
})

test('refuses a rejection without raison', async () => {
  expect((await decideAs(claire, 'rejeter', { raison: '   ' })).statusCode).toBe(400)
  expect((await seenBy(karim))?.statut).toBe('EN_ATTENTE')
})

test('answers a decision on an outdated version with who decided', async () => {
  const { version } = (
    await server.call('GET', `/frontend/organisateur/medias/${mediaId}`, { token: claire.token })
  ).json<Media>()
  await decideAs(claire, 'rejeter', { raison: 'Doublon', version })
  const late = await decideAs(claire, 'valider', { version })
  expect(late.statusCode).toBe(409)
  expect(late.json()).toMatchObject({ code: 'media.version' })
  expect(late.json<{ message: string }>().message).toMatch(
    /^Vous avez déjà rejeté ce média à \d\d:\d\d depuis un autre appareil\.$/,
  )
})

test('names the day when the other decision was made on another day', async () => {
  await decideAs(claire, 'rejeter', { raison: 'Doublon', version: 1 })
  await server.parts.database
    .updateTable('media')
    .set({ dateValidation: '2020-06-01T19:04:00.000Z' })
    .where('id', '=', mediaId)
    .execute()
  const late = await decideAs(claire, 'valider', { version: 1 })
  expect(late.json()).toMatchObject({
    message: 'Vous avez déjà rejeté ce média le 1er juin 2020 à 21:04 depuis un autre appareil.',
  })
})

test('lists media by statut, page and change time for the organiser', async () => {
  const began = server.clock.now()
  server.clock.set(new Date(began.getTime() + 60_000).toISOString())
  const second = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  server.clock.set(began.toISOString())
  await decideAs(claire, 'valider')
  const list = async (query: string) => {
    const path = `/frontend/organisateur/evenements/${evenementId}/medias${query}`
    return (await server.call('GET', path, { token: claire.token })).json<Media[]>()
  }
  // A preview may be created between two reads.
  const idsOf = async (query: string) => (await list(query)).map(({ id }) => id)
  const waiting = await list('?statut=EN_ATTENTE')
  const ids = waiting.map(({ id }) => id)
  expect(ids).toContain(Number(second.headers['x-media-id']))
  expect(new Set(waiting.map(({ statut }) => statut))).toEqual(new Set(['EN_ATTENTE']))
  expect(await idsOf('?statut=EN_ATTENTE&limite=1')).toEqual(ids.slice(0, 1))
  const newest = waiting.at(-1)
  expect(await idsOf(`?statut=EN_ATTENTE&depuis=${newest?.dateDepot}`)).toEqual([newest?.id])
  expect((await idsOf('')).length).toBeGreaterThan(ids.length)
  expect(await idsOf('?statut=SUPPRIME')).toEqual([])
})

test('lists media deposited since an instant that another program writes with an offset or without milliseconds', async () => {
  const began = server.clock.now()
  const deposits: number[] = []
  for (const seconds of [0.5, 60]) {
    server.clock.set(new Date(began.getTime() + 600_000 + seconds * 1000).toISOString())
    const answer = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
    deposits.push(Number(answer.headers['x-media-id']))
  }
  server.clock.set(began.toISOString())
  const idsSince = async (depuis: string) => {
    const query = new URLSearchParams({ depuis }).toString()
    const path = `/frontend/organisateur/evenements/${evenementId}/medias?${query}`
    return (await server.call('GET', path, { token: claire.token })).json<Media[]>().map(({ id }) => id)
  }
  const since = new Date(began.getTime() + 600_000)
  const paris = new Date(since.getTime() + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
  expect(await idsSince(paris)).toEqual(deposits)
  expect(await idsSince(since.toISOString().replace(/\.\d+Z/, 'Z'))).toEqual(deposits)
})

test('accepts a decision repeated after a lost answer as the same', async () => {
  await decideAs(claire, 'valider', { version: 1 })
  const again = await decideAs(claire, 'valider', { version: 1 })
  expect(again.statusCode).toBe(200)
  const audits = await server.parts.database
    .selectFrom('audit')
    .select('id')
    .where('objet', '=', `media:${mediaId}`)
    .where('action', '=', 'media/valider')
    .execute()
  expect(audits).toHaveLength(1)
})

test('refuses a rejection for another reason on an outdated version, also from the same person', async () => {
  await decideAs(claire, 'rejeter', { raison: 'Doublon', version: 1 })
  const late = await decideAs(claire, 'rejeter', { raison: 'Photo floue', version: 1 })
  expect([late.statusCode, late.json()]).toMatchObject([409, { code: 'media.version' }])
  expect(await seenBy(karim)).toMatchObject({ raison: 'Doublon' })
})

test('refuses deletion of a visible media of another author with 403 and of an invisible one with 404', async () => {
  const path = `/frontend/participant/medias/${mediaId}`
  const stranger = await unUtilisateur(server)
  const codeFor = async ({ token }: { token: string }) => {
    const answer = await server.call('DELETE', path, { token })
    return [answer.statusCode, answer.json<{ code: string }>().code]
  }
  const setStatut = (statut: 'EN_ATTENTE' | 'VALIDE') =>
    server.parts.database.updateTable('media').set({ statut }).where('id', '=', mediaId).execute()
  const setInscription = (statutInscription: 'ANNULE' | 'VALIDE') =>
    server.parts.database
      .updateTable('inscription')
      .set({ statutInscription })
      .where('utilisateurId', '=', lea.id)
      .execute()
  await setStatut('EN_ATTENTE')
  expect(await codeFor(lea)).toEqual([404, 'media.introuvable'])
  await setStatut('VALIDE')
  expect(await codeFor(lea)).toEqual([403, 'media.suppression_refusee'])
  expect(await codeFor(stranger)).toEqual([404, 'media.introuvable'])
  await setInscription('ANNULE')
  expect(await codeFor(lea)).toEqual([404, 'media.introuvable'])
  await setInscription('VALIDE')
  expect(await seenBy(karim)).toMatchObject({ statut: 'VALIDE' })
})

test('lets an author delete their own media, also after the registration was cancelled', async () => {
  const path = `/frontend/participant/medias/${mediaId}`
  await server.parts.database
    .updateTable('inscription')
    .set({ statutInscription: 'ANNULE' })
    .where('utilisateurId', '=', karim.id)
    .execute()
  expect((await server.call('DELETE', path, { token: karim.token })).json()).toEqual({ message: 'Média supprimé' })
  await server.parts.database
    .updateTable('inscription')
    .set({ statutInscription: 'VALIDE' })
    .where('utilisateurId', '=', karim.id)
    .execute()
  expect(await seenBy(karim)).toBeUndefined()
})

test('sets and removes a favourite idempotently', async () => {
  const mark = (verb: string) => server.call('POST', desk(verb), { token: claire.token })
  await mark('favori')
  expect((await mark('favori')).json()).toMatchObject({ favori: true })
  expect((await mark('unfavori')).json()).toMatchObject({ favori: false })
})

test('accepts decisions only from the organiser of the event', async () => {
  const foreign = await unOrganisateur(server)
  for (const person of [karim, lea, foreign]) {
    const answer = await decideAs(person, 'valider')
    expect(answer.json()).toEqual({ code: 'media.introuvable', message: 'Média non trouvé' })
  }
})

test('ends fifty concurrent opposite decisions in one valid state and counts each change', async () => {
  const verbs = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? 'valider' : 'rejeter'))
  const answers = await Promise.all(verbs.map((verb) => decideAs(claire, verb, { raison: 'Doublon', version: 1 })))
  const accepted = new Set(
    answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json<Media>().statut),
  )
  expect(accepted.size).toBe(1)
  const { version } = await server.parts.database
    .selectFrom('media')
    .select('version')
    .where('id', '=', mediaId)
    .executeTakeFirstOrThrow()
  expect(version).toBe(2)
})

test('decides by the older paths in the same way, for a media of the named event', async () => {
  const older = (event: number, verb: string, person = claire) =>
    server.call('PATCH', `/organisateur/evenements/${event}/medias/${mediaId}/${verb}`, {
      token: person.token,
      body: { raison: 'Photo floue' },
    })
  const other = await unEvenement(server, { createurId: claire.id })
  expect((await older(other.id, 'valider')).json()).toMatchObject({ code: 'media.introuvable' })
  expect((await older(evenementId, 'valider', karim)).json()).toMatchObject({ code: 'media.introuvable' })
  expect((await older(evenementId, 'valider')).json()).toMatchObject({ id: mediaId, statut: 'VALIDE' })
  expect((await older(evenementId, 'rejeter')).json()).toMatchObject({ statut: 'REJETE', raison: 'Photo floue' })
})

test('adds no version, audit row or notification when the decision changes nothing', async () => {
  const { database } = server.parts
  const trace = async () => ({
    audit: (await database.selectFrom('audit').select('id').where('objet', '=', `media:${mediaId}`).execute()).length,
    notifications: (await database.selectFrom('notification').select('id').execute()).length,
  })
  for (const [verb, body] of [['valider'], ['rejeter', { raison: 'Floue' }]] as const) {
    const first = (await decideAs(claire, verb, body)).json<Media>()
    const before = await trace()
    // Without the version that the review page sends.
    const second = await decideAs(claire, verb, body)
    expect(second.json()).toMatchObject({ statut: first.statut, version: first.version })
    expect(await trace()).toEqual(before)
  }
  const reworded = await decideAs(claire, 'rejeter', { raison: 'Trop sombre' })
  expect(reworded.json()).toMatchObject({ statut: 'REJETE', raison: 'Trop sombre' })
})
