import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ChoixAlbum } from '#domain/album/album.ts'
import type { DashboardParticipant } from '#domain/dashboard/dashboard.ts'
import { type Evenement, type GaleriePour, galeriesPour } from '#domain/evenement/evenement.ts'
import { decodeGalerie, type GalerieIndex } from '#domain/media/galerieIndex.ts'
import type { EvenementLive } from '#domain/live/live.ts'
import { publishInscriptionChange } from '#server/live/changes.ts'
import { pushAvis } from '#server/push/pushAvis.ts'
import { subscribeAppareil } from '#server/push/push.usecases.ts'
import { readEventStream } from '#src/api/live/eventStream.ts'
import { demandeAlbum, offresDe, ouvreAlbum, prendsAlbum } from '#tests/support/album.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { unInvite } from '#tests/support/invites.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { readZip } from '#tests/support/zipReader.ts'

const hour = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
afterAll(() => server.stop())

/** A guest who brought a media and a guest who brought another, both validated, before or after the event's end. */
interface Scene {
  readonly evenementId: number
  readonly claire: PersonneDeTest
  readonly marie: PersonneDeTest
  readonly own: number
  readonly other: number
}

async function setScene(galeriePour: GaleriePour, when: 'before' | 'after'): Promise<Scene> {
  const now = server.clock.now().getTime()
  const claire = await unOrganisateur(server)
  const [dateDebut, dateFin] = [now - 2 * hour, now + (when === 'before' ? 1 : 0)].map((at) =>
    new Date(at).toISOString(),
  )
  const dates = { dateDebut: dateDebut ?? '', dateFin: dateFin ?? '' }
  const { id } = await unEvenement(server, { createurId: claire.id, galeriePour, ...dates })
  const [marie, paul] = [await unInvite(server, { evenementId: id }), await unInvite(server, { evenementId: id })]
  const [own, other] = [await bring(claire, marie, id), await bring(claire, paul, id)]
  return { evenementId: id, claire, marie, own, other }
}

async function bring(claire: PersonneDeTest, { token }: PersonneDeTest, evenementId: number): Promise<number> {
  const sent = await depositInOne(server, { token, evenementId, bytes: await unePhoto() })
  const id = Number(sent.headers['x-media-id'])
  await server.parts.medias.jobs.idle()
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
  return id
}

const get = (path: string, { token }: PersonneDeTest) => server.call('GET', path, { token })
const idsOf = (medias: readonly { readonly id: number }[]) => medias.map(({ id }) => id).toSorted((a, b) => a - b)

/** Every way to media of an event, and which of the two the person gets by it. */
const ways: Readonly<Record<string, (scene: Scene, person: PersonneDeTest) => Promise<number[]>>> = {
  list: async ({ evenementId }, person) =>
    idsOf((await get(`/frontend/participant/evenements/${evenementId}/medias`, person)).json<{ id: number }[]>()),
  range: async ({ evenementId, own, other }, person) =>
    idsOf(
      (await get(`/frontend/participant/evenements/${evenementId}/medias?de=${own}&a=${other}`, person)).json<
        { id: number }[]
      >(),
    ),
  index: async ({ evenementId }, person) => {
    const path = `/frontend/participant/evenements/${evenementId}/medias?format=index`
    return idsOf(decodeGalerie((await get(path, person)).json<GalerieIndex>()))
  },
  media: (scene, person) => answered(scene, (id) => get(`/frontend/participant/medias/${id}`, person)),
  'original by token': (scene, person) => answered(scene, (id) => get(`/medias/${id}/fichier`, person)),
  'thumbnail by token': (scene, person) => answered(scene, (id) => get(`/medias/${id}/fichier?type=thumbnail`, person)),
  'thumbnail by signature': async (scene, person) => {
    const signed = await get(`/evenements/${scene.evenementId}/signature`, person)
    const { signature } = signed.json<{ signature: string }>()
    return answered(scene, (id) => server.call('GET', `/medias/${id}/fichier?type=thumbnail&s=${signature}`))
  },
  download: (scene, person) =>
    answered(scene, (id) => get(`/frontend/participant/medias/${id}/download?type=original`, person)),
  album: async ({ evenementId, own }, person) => {
    const taken = async (choix: ChoixAlbum) => {
      const { answer } = await prendsAlbum(server, person, { evenementId, choix })
      return idsOf(readZip(answer.rawPayload).map(({ name }) => ({ id: Number(/ (\d+)\.\w+$/.exec(name)?.[1]) })))
    }
    expect(await taken('MIENS')).toEqual([own])
    const { status } = await demandeAlbum(server, person, { evenementId, choix: 'VALIDES' })
    expect((await offresDe(server, person, evenementId)).has('VALIDES')).toBe(status === 201)
    return status === 201 ? taken('VALIDES') : [own]
  },
  dashboard: async (_scene, person) =>
    idsOf((await get('/frontend/participant/dashboard', person)).json<DashboardParticipant>().derniersMedias),
  'removal request': async (scene, person) => {
    const { statusCode } = await server.call('POST', `/frontend/participant/medias/${scene.other}/demandes-retrait`, {
      token: person.token,
      body: { motif: '' },
    })
    return statusCode < 300 ? [scene.own, scene.other] : [scene.own]
  },
}

async function answered(
  { own, other }: Scene,
  ask: (id: number) => Promise<{ statusCode: number }>,
): Promise<number[]> {
  const seen: number[] = []
  for (const id of [own, other]) if ((await ask(id)).statusCode === 200) seen.push(id)
  return seen
}

const cases = galeriesPour.flatMap((galeriePour) =>
  (['before', 'after'] as const).map((when) => ({ galeriePour, when })),
)
const opens = ({ galeriePour, when }: (typeof cases)[number]) =>
  galeriePour === 'PENDANT' || (galeriePour === 'APRES' && when === 'after')

describe.each(cases)('with $galeriePour, $when the end', (one) => {
  const isOpen = opens(one)
  let scene: Scene
  beforeAll(async () => {
    scene = await setScene(one.galeriePour, one.when)
  })

  test.each(Object.entries(ways))(
    'gives a guest the own media and others only in an open gallery: %s',
    async (_name, way) => {
      const { own, other, marie } = scene
      expect(await way(scene, marie)).toEqual(isOpen ? [own, other] : [own])
    },
  )

  test('always shows the count, and a cover only in an open gallery', async () => {
    const path = `/frontend/participant/evenements/${scene.evenementId}`
    const evenement = (await get(path, scene.marie)).json<Evenement>()
    expect(evenement).toMatchObject({ galeriePour: one.galeriePour, album: { medias: 2, miens: 1 } })
    expect(evenement.couvertureMediaId !== null).toBe(isOpen)
  })

  test('shows everything to the organiser', async () => {
    const { claire, own, other, evenementId } = scene
    const list = await get(`/frontend/organisateur/evenements/${evenementId}/medias`, claire)
    expect(idsOf(list.json<{ id: number }[]>())).toEqual([own, other])
    expect(await ways['original by token']?.(scene, claire)).toEqual([own, other])
    expect((await demandeAlbum(server, claire, { evenementId, choix: 'VALIDES' })).lien.nombre).toBe(2)
  })

  test('streams a change of media of others only in an open gallery, and never notifies or pushes it', async () => {
    const { claire, marie, evenementId } = scene
    const endpoint = 'https://fcm.googleapis.com/fcm/send/marie'
    await subscribeAppareil(server.parts, {
      acteur: acteurDe(marie),
      appareil: { endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } },
    })
    const heard = await listen(marie)
    const paul = await unInvite(server, { evenementId })
    await bring(claire, paul, evenementId)
    await publishInscriptionChange(server.parts.database, { evenementId, utilisateurId: marie.id })
    const [media, marker] = (['media', 'inscription'] as const).map((sujet) => ({ sujet, evenement_id: evenementId }))
    const markers = () => heard.filter((event) => event.sujet === marker?.sujet)
    // The first marker may overtake the change of a media, whose readers take one more query. The second is later.
    await expect.poll(markers).toEqual([marker])
    await publishInscriptionChange(server.parts.database, { evenementId, utilisateurId: marie.id })
    await expect.poll(markers).toEqual([marker, marker])
    expect(heard.some((event) => JSON.stringify(event) === JSON.stringify(media))).toBe(isOpen)
    const notifications = (await get('/notifications', marie)).json<{ media_id: number | null }[]>()
    expect(notifications.map(({ media_id: about }) => about)).toEqual([scene.own])
    const pushed: string[] = []
    await pushAvis({
      ...server.parts,
      pusher: {
        ...server.parts.pusher,
        push: async (_to, message) => {
          pushed.push(message.adresse)
          return 'taken'
        },
      },
    })
    expect(pushed).toEqual([`/participant/evenements/${evenementId}/medias?media=${scene.own}`])
  })
})

async function listen({ token }: PersonneDeTest): Promise<EvenementLive[]> {
  const heard: EvenementLive[] = []
  const hangUp = new AbortController()
  onTestFinished(() => hangUp.abort())
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${server.address}/api/live`, { headers, signal: hangUp.signal })
  void readEventStream(answer.body!, { onData: (data) => heard.push(JSON.parse(data)) }).catch(() => undefined)
  return heard
}

test('opens the gallery earlier by one change and closes it again, and notifies the open phones of the guests', async () => {
  const { claire, marie, own, other, evenementId } = await setScene('JAMAIS', 'before')
  const heard = await listen(marie)
  const path = `/frontend/organisateur/evenements/${evenementId}`
  const changed = await server.call('PATCH', path, { token: claire.token, body: { galeriePour: 'PENDANT' } })
  expect(changed.json()).toMatchObject({ galeriePour: 'PENDANT' })
  await expect.poll(() => heard).toContainEqual({ sujet: 'media', evenement_id: evenementId })
  // The event says when the gallery opens.
  await expect.poll(() => heard).toContainEqual({ sujet: 'inscription', evenement_id: evenementId })
  const seen = async () =>
    idsOf((await get(`/frontend/participant/evenements/${evenementId}/medias`, marie)).json<{ id: number }[]>())
  expect(await seen()).toEqual([own, other])
  heard.length = 0
  await server.call('PATCH', path, { token: claire.token, body: { galeriePour: 'JAMAIS' } })
  await expect.poll(() => heard).toContainEqual({ sujet: 'media', evenement_id: evenementId })
  expect(await seen()).toEqual([own])
})

test('notifies members when a changed end of the event opens or closes the gallery', async () => {
  const { claire, marie, own, other, evenementId } = await setScene('APRES', 'before')
  const heard = await listen(marie)
  const endAt = (ms: number) =>
    server.call('PATCH', `/frontend/organisateur/evenements/${evenementId}`, {
      token: claire.token,
      body: { dateFin: new Date(server.clock.now().getTime() + ms).toISOString() },
    })
  const seen = async () =>
    idsOf((await get(`/frontend/participant/evenements/${evenementId}/medias`, marie)).json<{ id: number }[]>())
  await endAt(-hour)
  await expect.poll(() => heard).toContainEqual({ sujet: 'media', evenement_id: evenementId })
  expect(await seen()).toEqual([own, other])
  heard.length = 0
  await endAt(hour)
  await expect.poll(() => heard).toContainEqual({ sujet: 'media', evenement_id: evenementId })
  expect(await seen()).toEqual([own])
})

test('ends an album link of media of others when the organiser closes the gallery', async () => {
  const { claire, marie, evenementId } = await setScene('PENDANT', 'before')
  const { lien } = await demandeAlbum(server, marie, { evenementId, choix: 'VALIDES' })
  expect((await ouvreAlbum(server, lien)).statusCode).toBe(200)
  const path = `/frontend/organisateur/evenements/${evenementId}`
  await server.call('PATCH', path, { token: claire.token, body: { galeriePour: 'JAMAIS' } })
  expect((await ouvreAlbum(server, lien)).statusCode).toBe(404)
})
