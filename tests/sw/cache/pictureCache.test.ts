import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
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

// The server keeps pictures out of the browser's own cache; this one forgets them at logout.
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

describe('a small picture', () => {
  test('comes from the network once, then from here, under any later signature, offline too', async () => {
    answers = [picture('first')]
    expect(await (await ask(thumbnail(1, 5))).text()).toBe('first')
    expect(await (await ask(thumbnail(1, 5, '2.b'))).text()).toBe('first')
    expect(fetch).toHaveBeenCalledTimes(1)
  })

  test("is never another person's", async () => {
    answers = [picture('seen by 1'), picture('seen by 2')]
    await ask(thumbnail(1, 5))
    expect(await (await ask(thumbnail(2, 5))).text()).toBe('seen by 2')
  })

  test('that is unknown offline is a plain network error', async () => {
    await expect(ask(thumbnail(1, 5))).rejects.toThrow(TypeError)
  })

  test.each([
    ['a refusal', () => new Response('{}', { status: 403, headers: { 'Content-Type': 'image/webp' } })],
    ['a part', () => new Response('x', { status: 206, headers: { 'Content-Type': 'image/webp' } })],
    ["a portal's page", () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
  ])('%s is shown and not kept', async (_what, answer) => {
    answers = [answer(), picture('good')]
    await ask(thumbnail(1, 5))
    expect(await (await ask(thumbnail(1, 5))).text()).toBe('good')
  })
})

test("at logout one person's pictures go, the others' stay", async () => {
  answers = [picture(), picture()]
  await ask(thumbnail(1, 5))
  await ask(thumbnail(2, 5))
  await wipePictures(1)
  await expect(ask(thumbnail(1, 5))).rejects.toThrow(TypeError)
  expect((await ask(thumbnail(2, 5))).status).toBe(200)
})

describe('room', () => {
  test('the oldest go first when there are too many, those seen lately last', async () => {
    answers = Array.from({ length: 6 }, () => picture())
    for (let media = 1; media <= 6; media += 1) await ask(thumbnail(9, media))
    await ask(thumbnail(9, 1))
    const cache = await caches.open('eclats-images-9')
    await trim(cache, { entries: 3, bytes: 1000 })
    const left = (await cache.keys()).map((request) => new URL(request.url).pathname)
    expect(left).toEqual(['/images/1/thumbnail', '/images/5/thumbnail', '/images/6/thumbnail'])
  })

  test('a worker that starts anew looks at the limits with its first new picture', async () => {
    const cache = await caches.open('eclats-images-7')
    const headersOf = (bytes: number) => ({ 'Content-Type': 'image/webp', 'Content-Length': String(bytes) })
    for (const media of [21, 22]) {
      await cache.put(`/images/${media}/thumbnail`, new Response('x', { headers: headersOf(pictureLimits.bytes) }))
    }
    // The query makes it a module of its own, as in a worker that has just been started.
    const address = '/sw/cache/pictureCache.ts?started-anew'
    const started = (await import(/* @vite-ignore */ address)) as typeof import('#sw/cache/pictureCache.ts')
    answers = [picture()]
    await started.answerPicture(new Request(thumbnail(7, 23)), keepAlive)
    await Promise.all(waits.splice(0))
    const left = (await cache.keys()).map((request) => new URL(request.url).pathname)
    expect(left).toEqual(['/images/23/thumbnail'])
  })

  test('bytes count too', async () => {
    answers = [picture('x'.repeat(40)), picture('x'.repeat(40)), picture('x'.repeat(40))]
    for (let media = 11; media <= 13; media += 1) await ask(thumbnail(8, media))
    const cache = await caches.open('eclats-images-8')
    await trim(cache, { entries: 100, bytes: 100 })
    expect(await cache.keys()).toHaveLength(2)
  })
})
