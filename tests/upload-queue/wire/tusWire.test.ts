import { beforeEach, describe, expect, test } from 'vitest'
import type { RequestOptions } from '#upload-queue/engine/ports.ts'
import { type QueueItem, stagingItem } from '#upload-queue/engine/queueItem.ts'
import { tusWire } from '#upload-queue/wire/tusWire.ts'

const origin = 'https://eclats.example'
const uploads = '/api/frontend/participant/evenements/7/medias/uploads'
const url = `${uploads}/upload-0123456789abcdef`
const sha256 = 'a'.repeat(64)
const item: QueueItem = {
  ...stagingItem({
    id: '0197-client',
    ownerId: 1,
    evenementId: 7,
    name: 'Été à la mer ☀.jpg',
    type: 'image/jpeg',
    takenAt: '2026-06-13T21:08:00.000Z',
    size: 10,
    addedAt: 0,
  }),
  sha256,
  sourceSha256: sha256,
}
const options: RequestOptions = { grant: 'a-grant', limitMs: 5000, signal: new AbortController().signal }

let asked: Request[]
let respond: (request: Request) => Response | Promise<Response>
beforeEach(() => {
  asked = []
})

const wire = tusWire({
  origin,
  clock: { now: () => Date.UTC(2026, 5, 13) },
  fetch: async (input, init) => {
    const request = new Request(input, init)
    asked.push(request)
    return respond(request)
  },
})
const tus = (status: number, headers: Record<string, string> = {}, body: BodyInit | null = null) =>
  new Response(body, { status, headers: { 'Tus-Resumable': '1.0.0', ...headers } })
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  tus(status, { 'Content-Type': 'application/json', ...headers }, JSON.stringify({ message: 'Une phrase', code }))

describe('requests', () => {
  test('sends a creation with body: length, metadata in base64 of UTF-8, grant, tus version', async () => {
    respond = () => tus(201, { Location: url, 'Upload-Offset': '10', 'X-Media-Id': '5', 'X-Content-Sha256': sha256 })
    const answer = await wire.create(item, new Uint8Array(10), options)
    const [request] = asked
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe(origin + uploads)
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      authorization: 'Bearer a-grant',
      'content-type': 'application/offset+octet-stream',
      'tus-resumable': '1.0.0',
      'upload-length': '10',
    })
    expect(metadataOf(request)).toEqual({
      clientUploadId: '0197-client',
      name: 'Été à la mer ☀.jpg',
      type: 'image/jpeg',
      takenAt: '2026-06-13T21:08:00.000Z',
      sha256,
      sourceSha256: sha256,
    })
    expect((await request?.arrayBuffer())?.byteLength).toBe(10)
    expect(answer).toMatchObject({
      kind: 'http',
      status: 201,
      tus: true,
      location: url,
      offset: 10,
      mediaId: 5,
      sha256,
    })
  })

  test('sends a creation without body and without Content-Type', async () => {
    respond = () => tus(201, { Location: url, 'Upload-Offset': '0' })
    await wire.create(item, null, options)
    expect(asked[0]?.body).toBeNull()
    expect(asked[0]?.headers.get('Content-Type')).toBeNull()
  })

  test('sends the offset with a piece, HEAD for a query, DELETE for a cancellation', async () => {
    respond = () => tus(204, { 'Upload-Offset': '8' })
    await wire.patch(url, { offset: 3, body: new Uint8Array(5) }, options)
    await wire.head(url, options)
    await wire.remove(url, options)
    expect(asked.map(({ method }) => method)).toEqual(['PATCH', 'HEAD', 'DELETE'])
    expect(asked[0]?.headers.get('Upload-Offset')).toBe('3')
    expect(asked.every((request) => request.url === origin + url)).toBe(true)
  })

  test('uses no cookie, no cache and no redirect', async () => {
    respond = () => tus(200, { 'Upload-Offset': '0' })
    await wire.head(url, options)
    expect(asked[0]).toMatchObject({ credentials: 'omit', cache: 'no-store', redirect: 'manual' })
  })
})

describe('answers', () => {
  test.each([200, 201, 204])('%i without Tus-Resumable is a captive portal', async (status) => {
    respond = () => new Response(status === 204 ? null : '<html>Bienvenue</html>', { status })
    expect(await wire.patch(url, { offset: 0, body: new Uint8Array(1) }, options)).toEqual({
      kind: 'none',
      reason: 'portal',
    })
  })

  test('treats any redirect as a captive portal', async () => {
    respond = () => new Response(null, { status: 302, headers: { Location: 'https://portal.example' } })
    expect(await wire.head(url, options)).toEqual({ kind: 'none', reason: 'portal' })
  })

  test("reads the status of a proxy's refusal, without message", async () => {
    respond = () => new Response('<html>413</html>', { status: 413 })
    expect(await wire.head(url, options)).toMatchObject({ status: 413, tus: false, code: null, message: null })
  })

  test("reads code and message of our server's refusal", async () => {
    respond = () => refusal(409, 'upload.decalage', { 'Upload-Offset': '4' })
    const answer = await wire.patch(url, { offset: 0, body: new Uint8Array(1) }, options)
    expect(answer).toMatchObject({ status: 409, code: 'upload.decalage', message: 'Une phrase', offset: 4 })
  })

  test('reads a duplicate', async () => {
    respond = () => tus(200, { 'X-Media-Id': '9', 'X-Duplicate': '1' })
    expect(await wire.create(item, null, options)).toMatchObject({ mediaId: 9, duplicate: true, location: null })
  })

  test.each([
    ['another origin', 'https://evil.example/api/frontend/participant/evenements/7/medias/uploads/x'],
    ['another event', '/api/frontend/participant/evenements/8/medias/uploads/x'],
    ['a way out of the folder', `${uploads}/../../../../../auth/logout`],
    ['a relative protocol', '//evil.example/x'],
    ['nonsense', 'http://['],
  ])('never sends the grant to %s', async (_what, location) => {
    respond = () => tus(201, { Location: location, 'Upload-Offset': '0' })
    expect(await wire.create(item, null, options)).toMatchObject({ location: null })
  })

  test('accepts an absolute address of our origin as a path', async () => {
    respond = () => tus(201, { Location: origin + url, 'Upload-Offset': '0' })
    expect(await wire.create(item, null, options)).toMatchObject({ location: url })
  })

  test.each([
    ['7', 7000],
    ['0', 1000],
    ['999999', 86_400_000],
    ['Sat, 13 Jun 2026 00:00:30 GMT', 30_000],
    ['soon', null],
    ['-5', null],
    ['1.5', null],
  ])('Retry-After: %s', async (text, ms) => {
    respond = () => refusal(429, 'upload.rythme', { 'Retry-After': text })
    expect(await wire.head(url, options)).toMatchObject({ retryAfterMs: ms })
  })

  test("measures a date in Retry-After against the server's clock", async () => {
    const headers = { 'Retry-After': 'Mon, 01 Jan 2024 00:00:40 GMT', Date: 'Mon, 01 Jan 2024 00:00:00 GMT' }
    respond = () => refusal(503, 'serveur.indisponible', headers)
    expect(await wire.head(url, options)).toMatchObject({ retryAfterMs: 40_000 })
  })
})

describe('no answer', () => {
  test('reports a broken connection as network', async () => {
    respond = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await wire.head(url, options)).toEqual({ kind: 'none', reason: 'network' })
  })

  test('reports a refusal whose body was cut as network: its code is not known', async () => {
    const cut = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('{"code":"upload.'))
        controller.error(new TypeError('network error'))
      },
    })
    respond = () => tus(403, { 'Content-Type': 'application/json' }, cut)
    expect(await wire.create(item, null, options)).toEqual({ kind: 'none', reason: 'network' })
  })

  test('aborts after the timeout', async () => {
    respond = hangs
    expect(await wire.head(url, { ...options, limitMs: 20 })).toEqual({ kind: 'none', reason: 'stall' })
  })

  test('aborts at once when the user pauses', async () => {
    respond = hangs
    const pause = new AbortController()
    const answer = wire.head(url, { ...options, signal: pause.signal })
    pause.abort()
    expect(await answer).toEqual({ kind: 'none', reason: 'interrupted' })
  })
})

describe('reconcile', () => {
  const known = { clientUploadId: 'a', etat: 'open', mediaId: null, sha256: null, uploadUrl: url, offset: 4 }

  test('returns valid entries, skips corrupt ones and drops foreign addresses', async () => {
    const evil = { ...known, clientUploadId: 'b', uploadUrl: 'https://evil.example/x' }
    respond = () => tus(200, {}, JSON.stringify([known, { clientUploadId: 5 }, evil]))
    const { answer, known: states } = await wire.reconcile(7, ['a', 'b'], options)
    expect(answer).toMatchObject({ status: 200 })
    expect(states).toEqual([known, { ...evil, uploadUrl: null }])
    expect(await asked[0]?.json()).toEqual({ ids: ['a', 'b'] })
    await wire.reconcile(7, ['a'], { ...options, annuler: true })
    expect(await asked[1]?.json()).toEqual({ ids: ['a'], annuler: true })
  })

  test("treats a portal's page as no answer and a refusal as an answer", async () => {
    respond = () => new Response('<html></html>', { status: 200 })
    expect((await wire.reconcile(7, ['a'], options)).answer).toEqual({ kind: 'none', reason: 'portal' })
    respond = () => refusal(403, 'upload.autorisation_expiree')
    const refused = await wire.reconcile(7, ['a'], options)
    expect(refused).toMatchObject({ answer: { status: 403, code: 'upload.autorisation_expiree' }, known: [] })
  })
})

function hangs(request: Request): Promise<Response> {
  return new Promise((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error))
  })
}

function metadataOf(request: Request | undefined): Record<string, string> {
  const header = request?.headers.get('Upload-Metadata') ?? ''
  return Object.fromEntries(
    header.split(',').map((pair) => {
      const [key = '', value = ''] = pair.split(' ')
      return [key, Buffer.from(value, 'base64').toString('utf8')]
    }),
  )
}

describe('host reachability', () => {
  test('reports every answer of our host, refusals included, but no portal, proxy or timeout', async () => {
    let signs = 0
    const listening = tusWire({
      origin,
      clock: { now: () => 0 },
      fetch: async () => respond(new Request(origin)),
      onAnswer: () => (signs += 1),
    })
    const answers: (() => Response | Promise<Response>)[] = [
      () => tus(200, { 'Upload-Offset': '3' }),
      () => refusal(403, 'upload.inscription_requise'),
      () => new Response('<html>Wi-Fi</html>', { headers: { 'Content-Type': 'text/html' } }),
      () => new Response('Bad Gateway', { status: 502 }),
      () => Promise.reject(new TypeError('network')),
    ]
    const counts: number[] = []
    for (const answer of answers) {
      respond = answer
      await listening.head(url, options)
      counts.push(signs)
    }
    expect(counts).toEqual([1, 2, 2, 2, 2])
  })
})
