import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TypeNotification } from '#domain/notification/notification.ts'
import { notify } from '#server/notification/notify.ts'
import { pushAvis } from '#server/push/pushAvis.ts'
import { type Pusher, webPusher } from '#server/push/pusher.ts'
import { subscribeAppareil } from '#server/push/push.usecases.ts'
import { type PersonneDeTest, unEvenement, unOrganisateur, unUtilisateur } from '#tests/support/builders.ts'
import { acteurDe } from '#tests/support/races.ts'
import { type PushPeer, startPushPeer } from '#tests/support/pushPeer.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const minute = 60_000
let server: TestServer
let claire: PersonneDeTest
let lea: PersonneDeTest
let peer: PushPeer
let pusher: Pusher
beforeAll(async () => {
  server = await startTestServer()
  claire = await unOrganisateur(server)
})
afterAll(() => server.stop())
beforeEach(async () => {
  lea = await unUtilisateur(server, { prenom: 'Léa' })
  peer = await startPushPeer()
  peer.trust(server.parts.secrets.vapid.publicKey)
  pusher = webPusher(server.parts.secrets, { publicUrl: 'https://eclats.test', serves: peer.serves })
})

const deps = () => ({ ...server.parts, pusher })
const round = () => pushAvis(deps())
const subscribe = async (person = lea, appareil = peer.appareil()) => {
  await subscribeAppareil(deps(), { acteur: acteurDe(person), appareil })
  return appareil
}
const fete = () => unEvenement(server, { createurId: claire.id, titre: 'Fête' })
const tell = (evenementId: number | null, message: string, type: TypeNotification = 'MEDIA_VALIDE') =>
  notify(server.parts.database, server.clock, [
    { utilisateurId: lea.id, type, titre: 'Média validé', message, evenementId },
  ])
const words = () => peer.received.map(({ message }) => message?.corps)

test('pushes the answer at once, encrypted for the phone, with a link to the album', async () => {
  const { id } = await fete()
  const { endpoint } = await subscribe()
  await tell(id, 'Votre photo est dans l’album.')
  await round()
  const message = {
    titre: 'Fête',
    corps: 'Média validé : Votre photo est dans l’album.',
    adresse: `/participant/evenements/${id}/medias`,
    etiquette: `evenement-${id}`,
  }
  expect(peer.received).toEqual([{ appareil: endpoint, message, ttl: '86400' }])
  await round()
  expect(peer.received).toHaveLength(1)
})

test('batches notifications of one event within a quarter of an hour, separately from other events', async () => {
  const { id } = await fete()
  await subscribe()
  await tell(id, 'Une.')
  await round()
  for (let n = 0; n < 12; n += 1) await tell(id, 'Encore.')
  await tell((await fete()).id, 'Ailleurs.')
  await round()
  server.clock.advance(14 * minute)
  await round()
  expect(words()).toEqual(['Média validé : Une.', 'Média validé : Ailleurs.'])
  server.clock.advance(2 * minute)
  await round()
  expect(words().slice(2)).toEqual(['Média validé : Encore. (12 fois)'])
})

test('does not push notifications that were read in the app or older than the subscription', async () => {
  const { id } = await fete()
  await tell(id, 'Avant.')
  server.clock.advance(minute)
  await subscribe()
  await round()
  server.clock.advance(minute)
  await tell(id, 'Lue.')
  await server.call('PUT', '/notifications/lu', { token: lea.token })
  await round()
  expect(peer.received).toEqual([])
})

test('pushes with a new notification none that is older than the subscription or than a day', async () => {
  const { id } = await fete()
  for (let n = 0; n < 40; n += 1) await tell(id, `Ancienne ${n}.`)
  server.clock.advance(minute)
  await subscribe()
  await tell(id, 'Hier.')
  server.clock.advance(25 * 60 * minute)
  await tell(id, 'Nouvelle.')
  await round()
  expect(words()).toEqual(['Média validé : Nouvelle.'])
})

test('pushes to each device only what is newer than its own subscription', async () => {
  const { id } = await fete()
  const { endpoint: first } = await subscribe()
  await tell(id, 'Une.')
  await round()
  await tell(id, 'Deux.')
  server.clock.advance(minute)
  const { endpoint: second } = await subscribe()
  await tell(id, 'Trois.')
  server.clock.advance(15 * minute)
  await round()
  const pushed = (of: string) =>
    peer.received.filter(({ appareil }) => appareil === of).map(({ message }) => message?.corps)
  expect(pushed(first)).toEqual(['Média validé : Une.', 'Média validé : Deux.\nMédia validé : Trois.'])
  expect(pushed(second)).toEqual(['Média validé : Trois.'])
})

test('deletes a subscription that no longer exists, and pushes nothing twice', async () => {
  const { id } = await fete()
  await subscribe()
  peer.answer = { status: 410 }
  await tell(id, 'Partie.')
  await round()
  peer.answer = { status: 201 }
  server.clock.advance(20 * minute)
  await tell(id, 'Après.')
  await round()
  expect(peer.received).toEqual([])
})

test.each([{ status: 429, retryAfter: '600' }, { status: 503 }])(
  'retries later without loss when a push service answers $status',
  async (answer) => {
    const { id } = await fete()
    await subscribe()
    peer.answer = answer
    await tell(id, 'Patience.')
    await round()
    peer.answer = { status: 201 }
    await round()
    expect(peer.received).toEqual([])
    server.clock.advance(11 * minute)
    await round()
    expect(words()).toEqual(['Média validé : Patience.'])
  },
)

test('does not delay others when a push service does not answer', async () => {
  const { id } = await fete()
  const silent = { ...pusher, push: () => Promise.resolve({ laterMs: minute }) }
  const [away, here] = [peer.appareil(), await subscribe()]
  await subscribe(lea, away)
  await tell(id, 'Bonjour.')
  const push: Pusher['push'] = (appareil, message) =>
    appareil.endpoint === away.endpoint ? silent.push() : pusher.push(appareil, message)
  await pushAvis({ ...deps(), pusher: { ...pusher, push } })
  expect(peer.received.map(({ appareil }) => appareil)).toEqual([here.endpoint])
})

test('pushes to a phone with a new owner only for that owner', async () => {
  const { id } = await fete()
  const appareil = await subscribe()
  const karim = await unUtilisateur(server, { prenom: 'Karim' })
  await subscribe(karim, appareil)
  await tell(id, 'Pour Léa seule.')
  await round()
  expect(peer.received).toEqual([])
})

test('shortens a long message after a whole character', async () => {
  const { id } = await fete()
  await subscribe()
  const start = 'Média validé : '
  const text = 'a'.repeat(298 - start.length)
  await tell(id, `${text}🎉${'b'.repeat(100)}`)
  await round()
  expect(words()).toEqual([`${start}${text}…`])
})

test('leads to the list when it shortens a message of the organiser, and to the album for a long reason', async () => {
  const [message, rejection] = [await fete(), await fete()]
  await subscribe()
  await tell(message.id, 'a'.repeat(400), 'EVENEMENT')
  await round()
  await tell(rejection.id, 'a'.repeat(400), 'MEDIA_REJETE')
  await round()
  const album = `/participant/evenements/${rejection.id}/medias`
  expect(peer.received.map((one) => one.message?.adresse)).toEqual(['/notifications', album])
})

test('names the event that was deleted before the push, and leads to the notifications', async () => {
  const { id } = await fete()
  await subscribe()
  await tell(id, 'Votre photo est dans l’album.')
  const supprimeLe = '2026-06-20T12:00:00.000Z'
  await server.parts.database.updateTable('evenement').set({ supprimeLe }).where('id', '=', id).execute()
  await round()
  expect(peer.received.map(({ message }) => message)).toEqual([
    {
      titre: 'Fête',
      corps: 'Média validé : Votre photo est dans l’album.',
      adresse: '/notifications',
      etiquette: `evenement-${id}`,
    },
  ])
})

test('replaces no push without an event on the screen by a later one', async () => {
  await subscribe()
  for (const titre of ['Fête', 'Bal']) {
    const deleted = { type: 'EVENEMENT', titre, message: "L'organisateur a supprimé cet événement." } as const
    await notify(server.parts.database, server.clock, [{ ...deleted, utilisateurId: lea.id, evenementId: null }])
    await round()
    server.clock.advance(15 * minute)
  }
  const [first, second] = peer.received.map(({ message }) => message)
  expect([first?.titre, second?.titre]).toEqual(['Fête', 'Bal'])
  expect(first?.etiquette).not.toBe(second?.etiquette)
})

test('pushes nothing to a deactivated account', async () => {
  const { id } = await fete()
  await subscribe()
  await tell(id, 'Trop tard.')
  await server.parts.database.updateTable('utilisateur').set({ statutActif: 0 }).where('id', '=', lea.id).execute()
  await round()
  expect(peer.received).toEqual([])
})

test('deletes a subscription whose key is not a point of the curve', async () => {
  const { id } = await fete()
  const { endpoint } = peer.appareil()
  await subscribe(lea, { endpoint, keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) } })
  await tell(id, 'Illisible.')
  await round()
  const left = server.parts.database.selectFrom('abonnementPush').selectAll().where('utilisateurId', '=', lea.id)
  expect(await left.execute()).toEqual([])
})
