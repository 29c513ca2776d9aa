import { Writable } from 'node:stream'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { EvenementLive } from '#domain/live/live.ts'
import { advanceStatuts } from '#server/evenement/evenement.jobs.ts'
import { Changes, publishInscriptionChange } from '#server/live/changes.ts'
import { LiveHub } from '#server/live/liveHub.ts'
import { findMedia } from '#server/media/media.repository.ts'
import { removeOwn } from '#server/media/media.usecases.ts'
import { notify } from '#server/notification/notify.ts'
import { readEventStream } from '#src/api/live/eventStream.ts'
import { type PersonneDeTest, unEvenement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { acteurDe } from '#tests/support/races.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer({ listen: true })
})
beforeEach(async () => {
  ;({ claire, karim, lea, evenementId } = await uneFete(server, { deposants: ['karim'] }))
})
afterAll(() => server.stop())

interface Stream {
  readonly heard: EvenementLive[]
  readonly headers: Headers
  /** Whether the server has closed it. */
  hasEnded: boolean
}

async function listen(person: PersonneDeTest): Promise<Stream> {
  const hangUp = new AbortController()
  onTestFinished(() => hangUp.abort())
  const answer = await fetch(`${server.address}/api/live`, {
    headers: { authorization: `Bearer ${person.token}` },
    signal: hangUp.signal,
  })
  const stream: Stream = { heard: [], headers: answer.headers, hasEnded: false }
  void read(answer, stream).catch(() => undefined)
  return stream
}

async function read(answer: Response, stream: Stream): Promise<void> {
  await readEventStream(answer.body!, { onData: (data) => stream.heard.push(JSON.parse(data)) })
  stream.hasEnded = true
}

/**
 * What a stream has got of all changes that were published before. The first marker may overtake a change whose readers
 * take more queries; the second is published when the first has arrived.
 */
async function heardBy({ heard }: Stream, { id: utilisateurId }: PersonneDeTest): Promise<EvenementLive[]> {
  const isMarker = (event: EvenementLive) => event.sujet === 'inscription' && event.evenement_id === evenementId
  for (const count of [1, 2]) {
    await publishInscriptionChange(server.parts.database, { evenementId, utilisateurId })
    await expect.poll(() => heard.filter(isMarker)).toHaveLength(count)
  }
  return heard.filter((event) => !isMarker(event))
}

const deposit = async () => {
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto() })
  await server.parts.medias.jobs.idle()
  return Number(answer.headers['x-media-id'])
}
const decide = (id: number, verb: string) =>
  server.call('PATCH', `/frontend/organisateur/medias/${id}/${verb}`, {
    token: claire.token,
    body: { raison: 'Floue' },
  })
const media = () => ({ sujet: 'media', evenement_id: evenementId })
const notification = { sujet: 'notification', evenement_id: null }

test('notifies the organiser and the author of a new photo, and members once it is validated', async () => {
  const [organiser, author, member] = [await listen(claire), await listen(karim), await listen(lea)]
  const id = await deposit()
  await expect.poll(() => [organiser.heard.length > 0, author.heard.length > 0]).toEqual([true, true])
  expect(organiser.heard[0]).toEqual(media())
  expect(await heardBy(member, lea)).toEqual([])
  await decide(id, 'valider')
  await expect.poll(() => member.heard).toContainEqual(media())
  await expect.poll(() => author.heard).toContainEqual(notification)
  expect(organiser.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
})

test('notifies members of a photo that is rejected later', async () => {
  const id = await deposit()
  await decide(id, 'valider')
  const member = await listen(lea)
  await decide(id, 'rejeter')
  await expect.poll(() => member.heard).toEqual([media()])
})

test('notifies members of a deleted photo that was validated after the request of its author had begun', async () => {
  const id = await deposit()
  const asked = (await findMedia(server.parts.database, id))!
  await decide(id, 'valider')
  const member = await listen(lea)
  await removeOwn(server.parts, { acteur: acteurDe(karim), media: asked, onlyIn: undefined })
  await expect.poll(() => member.heard).toEqual([media()])
})

test('notifies the organiser and the person of a registration', async () => {
  const ana = await unUtilisateur(server)
  const planned = await unEvenement(server, { createurId: claire.id, statut: 'PLANIFIE', visibilite: 'PUBLIC' })
  const [organiser, person, other] = [await listen(claire), await listen(ana), await listen(lea)]
  await server.call('POST', `/inscriptions/evenement/${planned.id}/register`, { token: ana.token, body: {} })
  const expected = { sujet: 'inscription', evenement_id: planned.id }
  await expect.poll(() => organiser.heard).toContainEqual(expected)
  await expect.poll(() => person.heard).toEqual([expected])
  expect(await heardBy(other, lea)).toEqual([])
})

test('notifies the other screens of the organiser, and no one else, of a changed, deleted or restored event', async () => {
  const [screen, member, other] = [await listen(claire), await listen(karim), await listen(lea)]
  const path = `/frontend/organisateur/evenements/${evenementId}`
  const inscription = { sujet: 'inscription', evenement_id: evenementId }
  const calls = [
    ['PATCH', path, { titre: 'La fête' }],
    ['DELETE', path, undefined],
    ['POST', `${path}/restaurer`, undefined],
  ] as const
  for (const [method, address, body] of calls) {
    screen.heard.length = 0
    await server.call(method, address, { token: claire.token, ...(body && { body }) })
    await expect.poll(() => screen.heard).toEqual(expect.arrayContaining([media(), inscription]))
  }
  expect(await heardBy(member, karim)).toEqual([])
  expect(await heardBy(other, lea)).toEqual([])
})

test('notifies the other screens of a person when notifications are marked as read', async () => {
  const content = { type: 'EVENEMENT', titre: 'Fête', message: 'Les dates ont changé.', evenementId } as const
  await notify(server.parts.database, server.clock, [{ ...content, utilisateurId: karim.id }])
  const [screen, other] = [await listen(karim), await listen(lea)]
  await server.call('PUT', '/notifications/lu', { token: karim.token })
  await expect.poll(() => screen.heard).toEqual([notification])
  expect(await heardBy(other, lea)).toEqual([])
})

test('notifies the organiser and registered people when the clock begins their event', async () => {
  const [ana, stranger] = [await unUtilisateur(server), await unUtilisateur(server)]
  const planned = await unEvenement(server, {
    createurId: claire.id,
    statut: 'PLANIFIE',
    dateDebut: server.clock.now().toISOString(),
  })
  await uneInscription(server, { evenementId: planned.id, utilisateurId: lea.id })
  await uneInscription(server, { evenementId: planned.id, utilisateurId: ana.id, statut: 'EN_ATTENTE' })
  await uneInscription(server, { evenementId: planned.id, utilisateurId: karim.id, statut: 'ANNULE' })
  const [organiser, member, pending] = [await listen(claire), await listen(lea), await listen(ana)]
  const others = [[await listen(karim), karim] as const, [await listen(stranger), stranger] as const]
  await advanceStatuts(server.parts)
  const expected = { sujet: 'inscription', evenement_id: planned.id }
  for (const { heard } of [organiser, member, pending]) await expect.poll(() => heard).toContainEqual(expected)
  for (const [stream, person] of others) expect(await heardBy(stream, person)).not.toContainEqual(expected)
})

test('never notifies of a rolled-back change', async () => {
  const organiser = await listen(claire)
  const { database, clock } = server.parts
  const content = {
    utilisateurId: claire.id,
    type: 'EVENEMENT',
    titre: 'Fête',
    message: 'Bonjour',
    evenementId,
  } as const
  const undone = database.transaction().execute(async (transaction) => {
    await notify(transaction, clock, [content])
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  // Events are ordered: an earlier one would arrive first.
  const after = { evenementId, utilisateurId: karim.id }
  await database.transaction().execute((transaction) => publishInscriptionChange(transaction, after))
  const marker = { sujet: 'inscription', evenement_id: evenementId }
  await expect.poll(() => organiser.heard).toEqual([marker])
  await database.transaction().execute((transaction) => notify(transaction, clock, [content]))
  await expect.poll(() => organiser.heard).toEqual([marker, notification])
})

test('gathers changes for a moment and sends them in one event', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { database, clock } = server.parts
  const changes = new Changes()
  const hub = new LiveHub({ database, clock, changes }, console.error)
  onTestFinished(() => hub.close())
  const sent: string[] = []
  const out = new Writable({
    write(text, _encoding, done) {
      sent.push(String(text))
      done()
    },
  })
  hub.open({ utilisateurId: claire.id, jti: decodeJwt(claire.token).jti ?? '' }, out)
  const change = { sujet: 'media', evenementId, auteurId: karim.id, estVisible: false }
  for (let photo = 0; photo < 20; photo += 1) changes.receive(JSON.stringify(change))
  // Its queries have been answered by now.
  for (let round = 0; round < 20; round += 1) await database.selectFrom('evenement').select('id').execute()
  expect(sent).toEqual(['retry: 3000\n\n'])
  const sentLater = () => {
    vi.advanceTimersByTime(60)
    return sent.length
  }
  await expect.poll(sentLater).toBe(2)
  expect(sent[1]).toBe(`data: ${JSON.stringify(media())}\n\n`)
})

test('closes the stream of a person who logs out', async () => {
  const author = await listen(karim)
  await server.call('POST', '/auth/logout', { token: karim.token })
  const { id } = await server.parts.database
    .selectFrom('evenement')
    .select('id')
    .where('id', '=', evenementId)
    .executeTakeFirstOrThrow()
  await server.call('POST', `/organisateur/evenements/${id}/notifications`, {
    token: claire.token,
    body: { titre: 'Fête', message: 'Bonjour' },
  })
  await expect.poll(() => author.hasEnded).toBe(true)
  expect(author.heard).toEqual([])
})

test('ends the stream of a reader that takes nothing', async () => {
  const { database, clock, changes } = server.parts
  const hub = new LiveHub({ database, clock, changes }, console.error)
  onTestFinished(() => hub.close())
  const stuck = new Writable({ write: () => undefined })
  const jti = decodeJwt(lea.token).jti ?? ''
  hub.open({ utilisateurId: lea.id, jti }, stuck)
  stuck.write(Buffer.alloc(65 * 1024))
  await publishInscriptionChange(database, { evenementId, utilisateurId: lea.id })
  await expect.poll(() => stuck.writableEnded).toBe(true)
})

test('keeps ten streams of a person whose clients read nothing, and ends the older ones', async () => {
  const { database, clock, changes } = server.parts
  const hub = new LiveHub({ database, clock, changes }, console.error)
  onTestFinished(() => hub.close())
  const jti = decodeJwt(lea.token).jti ?? ''
  // Not written to the end: the close event never comes.
  const streams = Array.from({ length: 13 }, () => new Writable({ write: () => undefined }))
  for (const stream of streams) hub.open({ utilisateurId: lea.id, jti }, stream)
  expect(streams.map(({ writableEnded }) => writableEnded)).toEqual(streams.map((_, n) => n < 3))
})

test('counts no stream whose client hung up before it was opened', async () => {
  const { database, clock, changes } = server.parts
  const hub = new LiveHub({ database, clock, changes }, console.error)
  onTestFinished(() => hub.close())
  const jti = decodeJwt(lea.token).jti ?? ''
  const left = new Writable({ write: (_text, _encoding, done) => done() })
  const isClosed = new Promise((resolve) => left.once('close', resolve))
  left.destroy()
  await isClosed
  const streams = Array.from({ length: 10 }, () => new Writable({ write: (_text, _encoding, done) => done() }))
  hub.open({ utilisateurId: lea.id, jti }, streams[0]!)
  hub.open({ utilisateurId: lea.id, jti }, left)
  for (const stream of streams.slice(1)) hub.open({ utilisateurId: lea.id, jti }, stream)
  expect(streams.map(({ writableEnded }) => writableEnded)).toEqual(streams.map(() => false))
})

test('ends every stream when changes may be missing, so that clients load everything again', async () => {
  const [organiser, member] = [await listen(claire), await listen(lea)]
  server.parts.changes.missed()
  await expect.poll(() => [organiser.hasEnded, member.hasEnded]).toEqual([true, true])
})

test('ends every stream when the audience of a change cannot be read', async () => {
  const { database, clock } = server.parts
  const lost = new Error('connection lost')
  const unreadable = new Proxy(database, {
    get: (target, name): unknown =>
      name === 'selectFrom'
        ? () => {
            throw lost
          }
        : Reflect.get(target, name),
  })
  const changes = new Changes()
  const errors: unknown[] = []
  const hub = new LiveHub({ database: unreadable, clock, changes }, (error) => errors.push(error))
  onTestFinished(() => hub.close())
  const out = new Writable({ write: (_text, _encoding, done) => done() })
  hub.open({ utilisateurId: lea.id, jti: decodeJwt(lea.token).jti ?? '' }, out)
  changes.receive(JSON.stringify({ sujet: 'media', evenementId, auteurId: karim.id, estVisible: true }))
  await expect.poll(() => out.writableEnded).toBe(true)
  expect(errors).toEqual([lost])
})

test('refuses a stream without a session', async () => {
  const answer = await fetch(`${server.address}/api/live`)
  expect([answer.status, await answer.json()]).toEqual([
    401,
    { message: 'Connectez-vous pour continuer.', code: 'session.requise' },
  ])
})

test('ends open streams with a time to come back when it stops', async () => {
  const other = await startTestServer({ listen: true })
  const person = await unUtilisateur(other)
  const answer = await fetch(`${other.address}/api/live`, { headers: { authorization: `Bearer ${person.token}` } })
  const [text] = await Promise.all([answer.text(), other.stop()])
  expect(text).toMatch(/^retry: 3000\n\nretry: [1-5]\d{3}\n\n$/)
})
