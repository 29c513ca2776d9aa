import { beforeEach, expect, test } from 'vitest'
import { mediaErrors } from '#domain/media/media.errors.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { decisionWire } from '#upload-queue/decisions/decisionWire.ts'
import { uneDecision } from '#tests/support/decisions.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

const decision = uneDecision({ mediaId: 12, geste: 'rejeter', raison: 'Photo floue', version: 3 })
let asked: Request[]
let answer: () => Response | Promise<Response>
const wire = decisionWire({
  fetch: async (input, init) => {
    asked.push(new Request(new URL(input as string, 'https://eclats.test'), init))
    return answer()
  },
})
const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })
const refusal = (status: number, code: string) => json(status, { code, message: 'Non.' })

beforeEach(() => {
  asked = []
})

test('sends a decision with its grant, version and reason, without cookies', async () => {
  answer = () => json(200, {})
  await wire(decision, 'em_1')
  const [request] = asked
  expect(request?.method).toBe('PATCH')
  expect(request?.url).toBe('https://eclats.test/api/frontend/organisateur/medias/12/rejeter')
  expect(request?.headers.get('If-Match')).toBe('"3"')
  expect(request?.headers.get('Authorization')).toBe('Bearer em_1')
  expect(request?.credentials).toBe('omit')
  expect(await request?.json()).toEqual({ raison: 'Photo floue' })
})

test.each([
  ['treats a captive portal as no answer', () => new Response('<html>', { status: 200 }), { kind: 'none' }],
  ['treats a portal that answers 403 as no answer', () => new Response('<html>', { status: 403 }), { kind: 'none' }],
  ['reports a network failure as no answer', () => Promise.reject(new TypeError('offline')), { kind: 'none' }],
  ['retries later after a 500', () => json(500, {}), { kind: 'later', afterMs: null }],
  ['waits for Retry-After after a 429', () => json(429, {}, { 'Retry-After': '7' }), { kind: 'later', afterMs: 7000 }],
  [
    'waits for a Retry-After of many seconds after a 429',
    () => json(429, {}, { 'Retry-After': '12345' }),
    { kind: 'later', afterMs: 12_345_000 },
  ],
  [
    'waits until the date of Retry-After after a 429',
    () => json(429, {}, { Date: 'Sat, 13 Jun 2026 21:08:00 GMT', 'Retry-After': 'Sat, 13 Jun 2026 21:09:30 GMT' }),
    { kind: 'later', afterMs: 90_000 },
  ],
  ['waits 30 s after a 429 without Retry-After', () => json(429, {}), { kind: 'later', afterMs: 30_000 }],
  ['reports an expired session', () => refusal(401, 'session.expiree'), { kind: 'auth' }],
  [
    'reports an expired grant',
    () => refusal(mediaErrors['media.autorisation_expiree'].status, 'media.autorisation_expiree'),
    { kind: 'auth' },
  ],
  [
    'reports a version conflict as refused',
    () => refusal(409, 'media.version'),
    { kind: 'refused', refusal: { status: 409, code: 'media.version', message: 'Non.' } },
  ],
])('%s', async (_, given, expected) => {
  answer = given
  expect(await wire(decision, 'em_1')).toEqual(expected)
})

test('counts an answer in a form that this version cannot read as delivered, without its media', async () => {
  answer = () => json(200, { id: 12, version: 4 })
  expect(await wire(decision, 'em_1')).toEqual({ kind: 'done', media: undefined })
})

test('counts only the answer of the service as delivered, not the JSON of a portal', async () => {
  const media = unMediaVu(12, { statut: 'REJETE', version: 4 })
  answer = () => json(200, media)
  expect(await wire(decision, 'em_1')).toEqual({ kind: 'done', media })
  answer = () => json(200, { status: 'login' })
  expect(await wire(decision, 'em_1')).toEqual({ kind: 'none' })
  const removal = { ...decision, geste: 'supprimer' } as const
  expect(await wire(removal, 'em_1')).toEqual({ kind: 'none' })
  answer = () => json(200, { message: phrases.mediaSupprime })
  expect(await wire(removal, 'em_1')).toEqual({ kind: 'done', media: null })
})

test('treats the removal of a media that is already removed as done', async () => {
  answer = () => refusal(404, 'media.introuvable')
  expect(await wire({ ...decision, geste: 'supprimer' }, 'em_1')).toEqual({ kind: 'done', media: null })
  expect(await wire(decision, 'em_1')).toMatchObject({ kind: 'refused' })
})
