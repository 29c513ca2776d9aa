import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { beginUpload, sendBytes, tus } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { unePhoto, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

const gigabyte = 1024 ** 3
let server: TestServer
let karim: PersonneDeTest
let evenementId: number
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  ;({ karim, evenementId } = await uneFete(server))
})
afterAll(() => server.stop())

let serial = 0
/** Uploads that this person has just started, or `ageMs` ago. */
async function begun(count: number, taille: number, ageMs = 0): Promise<void> {
  serial += 1
  const now = new Date(server.clock.now().getTime() - ageMs).toISOString()
  const rows = Array.from({ length: count }, (_, n) => ({
    id: `rythme-${serial}-${n}`,
    clientUploadId: `client-${serial}-${n}`,
    utilisateurId: karim.id,
    evenementId,
    taille,
    decalage: 0,
    etat: 'OUVERT' as const,
    fichierTemporaire: `rythme-${serial}-${n}`,
    nom: 'photo.jpg',
    mime: 'image/jpeg',
    creeLe: now,
    toucheLe: now,
  }))
  await server.parts.database.insertInto('upload').values(rows).execute()
}

/** In ms: it is a day old in so many minutes. */
const almostADay = (minutes: number) => 24 * 3_600_000 - minutes * 60_000

const begin = async (length = 1000) =>
  beginUpload(server, { token: karim.token, evenementId, bytes: await unePhoto(), length })

test('accepts the last five of a minute out of fifty concurrent creations', async () => {
  await begun(595, 10)
  const answers = await Promise.all(Array.from({ length: 50 }, () => begin()))
  const codes = answers.map(({ statusCode }) => statusCode)
  expect(codes.filter((code) => code === 201)).toHaveLength(5)
  expect(codes.filter((code) => code === 429)).toHaveLength(45)
  expect(answers.find(({ statusCode }) => statusCode === 429)?.headers['retry-after']).toBe('60')
  server.clock.advance(60_001)
  expect((await begin()).statusCode).toBe(201)
})

test('limits to 10 000 starts a day, and says when the oldest of them is a day old', async () => {
  for (let minutes = 10; minutes >= 1; minutes -= 1) await begun(minutes === 1 ? 999 : 1000, 1, almostADay(minutes))
  expect((await begin()).statusCode).toBe(201)
  const refused = await begin()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60'])
  expect(refused.json()).toMatchObject({ code: 'upload.rythme', message: expect.stringContaining('10 000 fichiers') })
  server.clock.advance(60_000)
  expect((await begin()).statusCode).toBe(201)
})

test('limits to 5 GB a day, also for concurrent requests of the last megabytes', async () => {
  await begun(5, gigabyte - 2 * 1024 * 1024)
  const answers = await Promise.all(Array.from({ length: 12 }, () => begin(1024 * 1024)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toMatchObject({ code: 'upload.limite_jour', message: expect.stringContaining('5 Go') })
})

test('says after how many seconds enough of the day is free for this file, and takes a smaller one', async () => {
  const megabyte = 1024 ** 2
  await begun(1, 10 * megabyte, almostADay(1))
  await begun(1, 50 * megabyte, almostADay(2))
  await begun(5, gigabyte - 13 * megabyte, almostADay(3))
  const waits = []
  for (const length of [6, 20, 60]) waits.push((await begin(length * megabyte)).headers['retry-after'])
  expect(waits).toEqual(['60', '120', '120'])
  expect((await begin(5 * megabyte)).statusCode).toBe(201)
  server.clock.advance(120_000 - 1)
  expect((await begin(60 * megabyte)).headers['retry-after']).toBe('1')
  server.clock.advance(1)
  expect((await begin(60 * megabyte)).statusCode).toBe(201)
})

test.each([
  ['start', { others: 597, taille: 10, length: 1000 }],
  ['byte', { others: 5, taille: gigabyte - 1024 ** 2, length: 1.5 * 1024 ** 2 }],
])(
  'counts every %s of an upload that is cancelled and started again with its client id',
  async (_what, { others, taille, length }) => {
    await begun(others, taille)
    const request = { token: karim.token, evenementId, bytes: await unePhoto(), clientUploadId: 'client-again', length }
    const codes: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const { statusCode, headers } = await beginUpload(server, request)
      codes.push(statusCode)
      const path = String(headers['location']).slice(4)
      if (statusCode === 201) await server.call('DELETE', path, { token: karim.token, headers: tus })
    }
    expect(codes).toEqual([201, 201, 201, 429])
  },
)

test('counts an upload once that the server has discarded and that starts again', async () => {
  const bytes = await unePhotoDe(50_000)
  await begun(5, gigabyte - 16_000)
  const request = { token: karim.token, evenementId, bytes, clientUploadId: 'client-discarded' }
  const location = String((await beginUpload(server, request)).headers['location'])
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 20_000) })
  const { database, medias } = server.parts
  const row = database.selectFrom('upload').select('fichierTemporaire').where('clientUploadId', '=', 'client-discarded')
  await medias.storage.remove((await row.executeTakeFirstOrThrow()).fichierTemporaire)
  const rest = { token: karim.token, offset: 20_000, bytes: bytes.subarray(20_000) }
  expect((await sendBytes(server, location, rest)).json()).toMatchObject({ code: 'upload.introuvable' })
  expect((await beginUpload(server, request)).statusCode).toBe(201)
})
