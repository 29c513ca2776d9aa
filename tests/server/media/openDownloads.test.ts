import { type IncomingMessage, get, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import { depositInOne } from '#tests/support/deposit.ts'
import { uneFete } from '#tests/support/fete.ts'
import { sha256Of, unePhotoDe } from '#tests/support/photos.ts'
import { startTestServer, type TestServer } from '#tests/support/serverFixture.ts'

/** More than the buffers of two sockets hold. */
const heavyBytes = 32 * 1024 ** 2
/** As server/media/media.routes.ts. */
const maxDownloads = 12

let server: TestServer
let karim: PersonneDeTest
let lea: PersonneDeTest
let evenementId: number
let id: number
let bytes: Buffer
const open: IncomingMessage[] = []

async function start(readerTimeoutMs?: number): Promise<void> {
  server = await startTestServer({ listen: true, ...(readerTimeoutMs !== undefined && { readerTimeoutMs }) })
  const fete = await uneFete(server)
  ;({ karim, lea, evenementId } = fete)
  bytes = await unePhotoDe(heavyBytes)
  const deposited = await depositInOne(server, { token: karim.token, evenementId, bytes })
  id = Number(deposited.headers['x-media-id'])
  await server.call('PATCH', `/frontend/organisateur/medias/${id}/valider`, { token: fete.claire.token })
  await server.parts.medias.jobs.idle()
}
beforeEach(() => open.splice(0))
afterEach(async () => {
  for (const answer of open) answer.destroy()
  await server.stop()
})

/** Sends the request on a new connection, and reads nothing from it until the caller reads the answer. */
function begin(person: PersonneDeTest, type = 'original'): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${person.token}` }
  return new Promise((resolve, reject) => {
    get(`${server.address}/api/medias/${id}/fichier?type=${type}`, { headers, agent: false }, (answer) => {
      answer.on('error', () => undefined)
      open.push(answer)
      resolve(answer)
    }).on('error', reject)
  })
}
const beginMany = (count: number, type?: string) => Promise.all(Array.from({ length: count }, () => begin(karim, type)))

test('refuses one more original to a person with twelve open ones, but no preview, and nothing to others', async () => {
  await start()
  const first = await beginMany(maxDownloads)
  expect(first.map(({ statusCode }) => statusCode)).toEqual(first.map(() => 200))
  const refused = await begin(karim)
  expect([refused.statusCode, refused.headers['retry-after'], refused.headers.etag]).toEqual([429, '10', undefined])
  expect(JSON.parse(String(await buffer(refused)))).toMatchObject({ code: 'media.occupe' })
  const thumbnails = await beginMany(100, 'thumbnail')
  expect(thumbnails.map(({ statusCode }) => statusCode)).toEqual(thumbnails.map(() => 200))
  const other = await begin(lea)
  expect(other.statusCode).toBe(200)
  expect((await buffer(other)).length).toBe(heavyBytes)
})

test('accepts one more original when an open one has ended, or has stalled for some time', async () => {
  await start()
  const [one, ...stalled] = await beginMany(maxDownloads)
  expect(sha256Of(await buffer(one!))).toBe(sha256Of(bytes))
  await expect.poll(async () => (await begin(karim)).statusCode).toBe(200)
  // The buffers of the system fill before an answer stalls.
  const beginLater = async () => {
    server.clock.advance(20_000)
    return (await begin(karim)).statusCode
  }
  await expect.poll(beginLater).toBe(200)
  expect(stalled).toHaveLength(maxDownloads - 1)
})

test('ends a download of which nothing is read, and no stream that waits for news', async () => {
  await start(60)
  const live = await new Promise<IncomingMessage>((resolve) => {
    const headers = { authorization: `Bearer ${lea.token}` }
    get(`${server.address}/api/live`, { headers, agent: false }, resolve)
  })
  open.push(live)
  live.on('error', () => undefined).resume()
  const unread = await begin(karim)
  const closed = new Promise((resolve) => unread.on('close', resolve))
  await expect.poll(() => connections()).toBe(1)
  expect(live.closed).toBe(false)
  unread.resume()
  await closed
  expect(unread.complete).toBe(false)
})

test('waits longer for the reader of the export of an erased account, which cannot be continued', async () => {
  await start(60)
  const ofLea = await depositInOne(server, { token: lea.token, evenementId, bytes })
  const erased = await new Promise<IncomingMessage>((resolve, reject) => {
    const options = { method: 'DELETE', headers: { authorization: `Bearer ${karim.token}` }, agent: false }
    request(`${server.address}/api/frontend/participant/data`, options, resolve).on('error', reject).end()
  })
  open.push(erased)
  // Ended after the time in which the other one would have been.
  id = Number(ofLea.headers['x-media-id'])
  expect((await begin(lea)).statusCode).toBe(200)
  await expect.poll(() => connections()).toBe(1)
  expect((await buffer(erased)).length).toBe(Number(erased.headers['content-length']))
})

function connections(): Promise<number> {
  return new Promise((resolve, reject) => {
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
