import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { offlineGallerySignature } from '#domain/media/gallerySignature.ts'
import { answerPicture, pictureLimits, trim, wipePictures } from '#sw/cache/pictureCache.ts'

let answers: Response[]
let waits: Promise<unknown>[]
const keepAlive = (work: Promise<unknown>) => void waits.push(work)

beforeEach(() => {
  answers = []
  waits = []
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    const answer = answers.shift()
    if (!answer) throw new TypeError('Failed to fetch')
    return answer
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const name of await caches.keys()) await caches.delete(name)
})

// The server forbids the HTTP cache for pictures; this cache is deleted at logout.
const headers = { 'Content-Type': 'image/webp', 'Cache-Control': 'private, no-store' }
const picture = (text = 'bytes') =>
  new Response(text, { headers: { ...headers, 'Content-Length': String(text.length) } })

async function ask(path: string): Promise<Response> {
  const response = await answerPicture(new Request(path), keepAlive)
  await Promise.all(waits.splice(0))
  return response
}
const thumbnail = (person: number, media: number, signature = '1.a') =>
  `/api/medias/${media}/fichier?type=thumbnail&s=${person}.${signature}`

describe('small pictures', () => {
  test('are fetched once, then served from the cache under any signature, also offline', async () => {
    answers = [picture('first')]
    expect(await (await ask(thumbnail(1, 5))).text()).toBe('first')
    expect(await (await ask(thumbnail(1, 5, '2.b'))).text()).toBe('first')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test('are never served to another person', async () => {
    answers = [picture('seen by 1'), picture('seen by 2')]
    await ask(thumbnail(1, 5))
    expect(await (await ask(thumbnail(2, 5))).text()).toBe('seen by 2')
  })

  test('result in a network error when unknown offline', async () => {
    await expect(ask(thumbnail(1, 5))).rejects.toThrow(TypeError)
  })

  test('are not requested with the signature of a page without network', async () => {
    answers = [picture('first')]
    const offline = `/api/medias/5/fichier?type=thumbnail&s=${offlineGallerySignature(1)}`
    expect((await ask(offline)).type).toBe('error')
    expect(fetch).not.toHaveBeenCalled()
    await ask(thumbnail(1, 5))
    expect(await (await ask(offline)).text()).toBe('first')
  })

  test.each([
    ['a refusal', () => new Response('{}', { status: 403, headers: { 'Content-Type': 'image/webp' } })],
    ['a part', () => new Response('x', { status: 206, headers: { 'Content-Type': 'image/webp' } })],
    ["a portal's page", () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
  ])('shows %s and does not cache it', async (_what, answer) => {
    answers = [answer(), picture('good')]
    await ask(thumbnail(1, 5))
    expect(await (await ask(thumbnail(1, 5))).text()).toBe('good')
  })
})

test('deletes the pictures of one person at logout, and keeps those of others', async () => {
  answers = [picture(), picture()]
  await ask(thumbnail(1, 5))
  await ask(thumbnail(2, 5))
  await wipePictures(1)
  await expect(ask(thumbnail(1, 5))).rejects.toThrow(TypeError)
  expect((await ask(thumbnail(2, 5))).status).toBe(200)
})

test('stores no picture that arrives after the logout of its person', async () => {
  const arriving = Promise.withResolvers<Response>()
  vi.mocked(fetch).mockReturnValueOnce(arriving.promise)
  const asked = ask(thumbnail(1, 5))
  await expect.poll(() => vi.mocked(fetch).mock.calls.length).toBe(1)
  await wipePictures(1)
  arriving.resolve(picture('of the old session'))
  expect(await (await asked).text()).toBe('of the old session')
  expect(await caches.keys()).toEqual([])
  answers = [picture('of the new session')]
  await ask(thumbnail(1, 5))
  expect(await (await ask(thumbnail(1, 5))).text()).toBe('of the new session')
})

describe('eviction', () => {
  test('evicts the oldest above the maximum count, least recently used first', async () => {
    answers = Array.from({ length: 6 }, () => picture())
    for (let media = 1; media <= 6; media += 1) await ask(thumbnail(9, media))
    await ask(thumbnail(9, 1))
    const cache = await caches.open('eclats-images-9')
    await trim(cache, { entries: 3, bytes: 1000 })
    const left = (await cache.keys()).map((request) => new URL(request.url).pathname)
    expect(left).toEqual(['/images/1/thumbnail', '/images/5/thumbnail', '/images/6/thumbnail'])
  })

  test('checks the limits at the first new picture of a restarted worker', async () => {
    const cache = await caches.open('eclats-images-7')
    const headersOf = (bytes: number) => ({ 'Content-Type': 'image/webp', 'Content-Length': String(bytes) })
    for (const media of [21, 22]) {
      await cache.put(`/images/${media}/thumbnail`, new Response('x', { headers: headersOf(pictureLimits.bytes) }))
    }
    // The query creates a new module instance, as in a restarted worker.
    const address = '/sw/cache/pictureCache.ts?started-anew'
    const started = (await import(/* @vite-ignore */ address)) as typeof import('#sw/cache/pictureCache.ts')
    answers = [picture()]
    await started.answerPicture(new Request(thumbnail(7, 23)), keepAlive)
    await Promise.all(waits.splice(0))
    const left = (await cache.keys()).map((request) => new URL(request.url).pathname)
    expect(left).toEqual(['/images/23/thumbnail'])
  })

  test('counts bytes too', async () => {
    answers = [picture('x'.repeat(40)), picture('x'.repeat(40)), picture('x'.repeat(40))]
    for (let media = 11; media <= 13; media += 1) await ask(thumbnail(8, media))
    const cache = await caches.open('eclats-images-8')
    await trim(cache, { entries: 100, bytes: 100 })
    expect(await cache.keys()).toHaveLength(2)
  })
})
