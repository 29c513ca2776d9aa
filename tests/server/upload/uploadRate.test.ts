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
/** Uploads that this person has just started. */
async function begun(count: number, taille: number): Promise<void> {
  serial += 1
  const now = server.clock.now().toISOString()
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

test('limits to 10 000 starts a day', async () => {
  for (const count of [...Array<number>(9).fill(1000), 999]) {
    await begun(count, 1)
    server.clock.advance(600_000)
  }
  expect((await begin()).statusCode).toBe(201)
  const refused = await begin()
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  expect(refused.json()).toMatchObject({ code: 'upload.rythme' })
})

test('limits to 5 GB a day, also for concurrent requests of the last megabytes', async () => {
  await begun(5, gigabyte - 2 * 1024 * 1024)
  const answers = await Promise.all(Array.from({ length: 12 }, () => begin(1024 * 1024)))
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect([refused?.json<{ code: string }>().code, refused?.headers['retry-after']]).toEqual(['upload.rythme', '3600'])
})

test.each([
  ['start', { others: 597, taille: 10, length: 1000 }],
  ['byte', { others: 5, taille: gigabyte - 1024 ** 2, length: 1.5 * 1024 ** 2 }],
])(
  'counts every %s of an upload that is cancelled and started again with its client id',
  async (_what, { others, taille, length }) => {
    await begun(others, taille)
    const wish = { token: karim.token, evenementId, bytes: await unePhoto(), clientUploadId: 'client-again', length }
    const codes: number[] = []
    for (let time = 0; time < 4; time += 1) {
      const { statusCode, headers } = await beginUpload(server, wish)
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
  const wish = { token: karim.token, evenementId, bytes, clientUploadId: 'client-discarded' }
  const location = String((await beginUpload(server, wish)).headers['location'])
  await sendBytes(server, location, { token: karim.token, offset: 0, bytes: bytes.subarray(0, 20_000) })
  const { database, medias } = server.parts
  const row = database.selectFrom('upload').select('fichierTemporaire').where('clientUploadId', '=', 'client-discarded')
  await medias.storage.remove((await row.executeTakeFirstOrThrow()).fichierTemporaire)
  const rest = { token: karim.token, offset: 20_000, bytes: bytes.subarray(20_000) }
  expect((await sendBytes(server, location, rest)).json()).toMatchObject({ code: 'upload.introuvable' })
  expect((await beginUpload(server, wish)).statusCode).toBe(201)
})
