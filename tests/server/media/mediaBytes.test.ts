import { load as readExif } from 'exifreader'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findMedia } from '#server/media/media.repository.ts'
import {
  motDePasseDeTest,
  type PersonneDeTest,
  uneInscription,
  unOrganisateur,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhoto, unePhotoLocalisee } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'
import { isOnS3 } from '#tests/support/s3/testBucket.ts'

let server: TestServer
let claire: PersonneDeTest
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let localisee: { id: number; bytes: Buffer }

beforeAll(async () => {
  server = await startTestServer()
  ;({ claire, karim, lea, evenementId } = await uneFete(server))
  const bytes = await unePhotoLocalisee()
  localisee = { id: await deposit(bytes), bytes }
  await validate(localisee.id)
})
afterAll(() => server.stop())

async function deposit(bytes: Buffer): Promise<number> {
  const answer = await depositInOne(server, { token: karim.token, evenementId, bytes })
  await server.parts.medias.jobs.idle()
  return Number(answer.headers['x-media-id'])
}

function validate(id: number) {
  return server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: claire.token })
}

function read(id: number, person: PersonneDeTest | null, query = '', headers: Record<string, string> = {}) {
  return server.call('GET', `/medias/${id}/fichier${query}`, { token: person?.token ?? null, headers })
}

test('serves location and serial number to the author only', async () => {
  const own = await read(localisee.id, karim)
  expect(sha256Of(own.rawPayload)).toBe(sha256Of(localisee.bytes))
  expect(readExif(own.rawPayload)['GPSLatitude']).toBeDefined()
  for (const person of [lea, claire]) {
    for (const query of ['', '?type=thumbnail', '?type=custom&width=200', '?type=custom&width=1600']) {
      const { rawPayload, statusCode } = await read(localisee.id, person, query)
      expect(statusCode).toBe(200)
      const tags = Object.keys(readExif(rawPayload))
      expect(tags.filter((tag) => /GPS|Serial|Maker|^Make$|^Model$/.test(tag))).toEqual([])
      expect(rawPayload.includes('SERIE-4711')).toBe(false)
    }
  }
})

test('keeps length, orientation, date and picture of the blanked original', async () => {
  const { rawPayload } = await read(localisee.id, lea)
  expect(rawPayload.length).toBe(localisee.bytes.length)
  const tags = readExif(rawPayload)
  expect(tags['Orientation']?.value).toBe(6)
  expect(tags['DateTimeOriginal']?.description).toBe('2026:06:20 21:04:00')
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
  expect(sha256Of(await pixels(rawPayload))).toBe(sha256Of(await pixels(localisee.bytes)))
})

test('blanks a range of an original like the whole', async () => {
  const whole = (await read(localisee.id, lea)).rawPayload
  const part = await read(localisee.id, lea, '', { range: 'bytes=20-499' })
  expect(part.statusCode).toBe(206)
  expect(part.headers['content-range']).toBe(`bytes 20-499/${whole.length}`)
  expect(part.rawPayload.equals(whole.subarray(20, 500))).toBe(true)
  const tail = await read(localisee.id, lea, '', { range: 'bytes=-10' })
  expect(tail.rawPayload.equals(whole.subarray(-10))).toBe(true)
  expect((await read(localisee.id, lea, '', { range: `bytes=${whole.length}-` })).statusCode).toBe(416)
})

test('serves a range only for the ETag of the same bytes', async () => {
  const whole = await read(localisee.id, lea)
  const range = 'bytes=20-'
  const same = await read(localisee.id, lea, '', { range, 'if-range': String(whole.headers['etag']) })
  expect([same.statusCode, same.rawPayload.length]).toEqual([206, whole.rawPayload.length - 20])
  // The author's own bytes are different.
  const own = await read(localisee.id, karim, '', { range, 'if-range': String(whole.headers['etag']) })
  expect([own.statusCode, own.rawPayload.length]).toEqual([200, localisee.bytes.length])
})

test('serves a media with its type and never as executable content', async () => {
  const { headers } = await read(localisee.id, lea)
  expect(headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
  })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="eclats-\d{4}-\d\d-\d\d-photo-\d+\.jpg"$/)
})

test('names a photo taken after midnight by the day of its event, not of UTC', async () => {
  const takenAt = '2026-06-20T22:30:00.000Z'
  const sent = await depositInOne(server, { token: karim.token, evenementId, bytes: await unePhoto(), takenAt })
  const id = Number(sent.headers['x-media-id'])
  await validate(id)
  const { headers } = await read(id, lea)
  expect(headers['content-disposition']).toBe(`attachment; filename="eclats-2026-06-21-photo-${id}.jpg"`)
  const listed = await server.call('GET', `/frontend/participant/medias/${id}`, { token: lea.token })
  expect(listed.json()).toMatchObject({ nomFichier: `eclats-2026-06-21-photo-${id}.jpg` })
})

test('answers 304 for an unchanged media', async () => {
  const first = await read(localisee.id, lea, '?type=thumbnail')
  const again = await read(localisee.id, lea, '?type=thumbnail', { 'if-none-match': String(first.headers['etag']) })
  expect(again.statusCode).toBe(304)
})

test('accepts a gallery signature for the media of its event and its person for a few minutes', async () => {
  const asked = await server.call('GET', `/evenements/${evenementId}/signature`, { token: lea.token })
  const { signature } = asked.json<{ signature: string }>()
  const query = `?type=thumbnail&s=${signature}`
  expect((await read(localisee.id, null, query)).statusCode).toBe(200)
  expect(
    (
      await read(
        localisee.id,
        null,
        query.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
    ).statusCode,
  ).toBe(404)
  const pending = await deposit(await unePhoto())
  expect((await read(pending, null, query)).statusCode).toBe(404)
  server.clock.advance(6 * 60_000)
  expect((await read(localisee.id, null, query)).statusCode).toBe(404)
  server.clock.advance(-6 * 60_000)
})

test('refuses a gallery signature that it has just accepted for a media of another event', async () => {
  const other = await uneFete(server)
  await uneInscription(server, { evenementId: other.evenementId, utilisateurId: lea.id })
  const bytes = await unePhoto()
  const given = { token: other.karim.token, evenementId: other.evenementId, bytes }
  const id = Number((await depositInOne(server, given)).headers['x-media-id'])
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: other.claire.token })
  await server.parts.medias.jobs.idle()
  const asked = await server.call('GET', `/evenements/${evenementId}/signature`, { token: lea.token })
  const query = `?type=thumbnail&s=${asked.json<{ signature: string }>().signature}`
  expect((await read(localisee.id, null, query)).statusCode).toBe(200)
  expect((await read(id, lea, '?type=thumbnail')).statusCode).toBe(200)
  expect((await read(id, null, query)).statusCode).toBe(404)
})

test('serves no byte to a stranger, another organiser or a signed-out client', async () => {
  const stranger = await unUtilisateur(server)
  const foreign = await unOrganisateur(server)
  expect((await read(localisee.id, null)).statusCode).toBe(401)
  for (const person of [stranger, foreign]) {
    const answer = await read(localisee.id, person)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe((await read(999_999, person)).body)
    expect((await server.call('GET', `/evenements/${evenementId}/signature`, { token: person.token })).statusCode).toBe(
      403,
    )
  }
})

test('refuses a gallery signature after the logout of its session, but not that of another session', async () => {
  const login = { email: lea.email, password: motDePasseDeTest }
  const { token } = (await server.call('POST', '/auth/login', { body: login })).json<{ token: string }>()
  const sign = async (bearer: string) => {
    return (await server.call('GET', `/evenements/${evenementId}/signature`, { token: bearer })).json<{
      signature: string
    }>().signature
  }
  const [ended, alive] = [await sign(token), await sign(lea.token)]
  const status = async (signature: string) => (await read(localisee.id, null, `?s=${signature}`)).statusCode
  expect([await status(ended), await status(alive)]).toEqual([200, 200])
  await server.call('POST', '/auth/logout', { token })
  expect([await status(ended), await status(alive)]).toEqual([404, 200])
})

test('refuses a thumbnail that it has just served, once its media or its reader may no longer be seen', async () => {
  const { signature } = (await server.call('GET', `/evenements/${evenementId}/signature`, { token: lea.token })).json<{
    signature: string
  }>()
  const status = async () => (await read(localisee.id, null, `?type=thumbnail&s=${signature}`)).statusCode
  const { database } = server.parts
  const setMedia = (statut: 'VALIDE' | 'REJETE') =>
    database.updateTable('media').set({ statut }).where('id', '=', localisee.id).execute()
  const setReader = (statutInscription: 'VALIDE' | 'ANNULE') =>
    database.updateTable('inscription').set({ statutInscription }).where('utilisateurId', '=', lea.id).execute()
  expect([await status(), await status()]).toEqual([200, 200])
  await setMedia('REJETE')
  expect(await status()).toBe(404)
  await setMedia('VALIDE')
  await setReader('ANNULE')
  expect(await status()).toBe(404)
  await setReader('VALIDE')
  expect(await status()).toBe(200)
})

// A bucket has no files for the proxy.
test.skipIf(isOnS3())('lets a proxy send thumbnails that the reader may see, and originals never', async () => {
  const proxied = await startTestServer({ accelRedirect: '/fichiers/' })
  onTestFinished(() => proxied.stop())
  const fete = await uneFete(proxied)
  const bytes = await unePhotoLocalisee()
  const sent = await depositInOne(proxied, { token: fete.karim.token, evenementId: fete.evenementId, bytes })
  await proxied.parts.medias.jobs.idle()
  const path = `/medias/${String(sent.headers['x-media-id'])}/fichier`
  const thumbnail = await proxied.call('GET', `${path}?type=thumbnail`, { token: fete.karim.token })
  const { fichier = '' } = (await findMedia(proxied.parts.database, Number(sent.headers['x-media-id']))) ?? {}
  expect(thumbnail.rawPayload).toHaveLength(0)
  expect(thumbnail.headers).toMatchObject({
    'x-accel-redirect': `/fichiers/apercus/${fichier.slice(0, 2)}/${fichier}/400.webp`,
    'cache-control': 'private, no-store',
    'content-type': 'image/webp',
  })
  const original = await proxied.call('GET', path, { token: fete.karim.token })
  expect(original.rawPayload).toEqual(bytes)
  for (const [query, token] of [
    ['?type=thumbnail', fete.lea.token],
    ['', fete.karim.token],
  ] as const)
    expect((await proxied.call('GET', path + query, { token })).headers).not.toHaveProperty('x-accel-redirect')
})
