import { beforeEach, expect, test } from 'vitest'
import { decisionWire } from '#upload-queue/decisions/decisionWire.ts'
import { uneDecision } from '#tests/support/decisions.ts'

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
  ['a captive portal is no answer', () => new Response('<html>', { status: 200 }), { kind: 'none' }],
  ['nor is one that refuses', () => new Response('<html>', { status: 403 }), { kind: 'none' }],
  ['no network', () => Promise.reject(new TypeError('offline')), { kind: 'none' }],
  ['a server that stumbles', () => json(500, {}), { kind: 'later', afterMs: null }],
  ['a server that asks for patience', () => json(429, {}, { 'Retry-After': '7' }), { kind: 'later', afterMs: 7000 }],
  ['a grant that has ended', () => refusal(401, 'media.autorisation_expiree'), { kind: 'auth' }],
  [
    'somebody was faster',
    () => refusal(409, 'media.version'),
    { kind: 'refused', refusal: { status: 409, code: 'media.version', message: 'Non.' } },
  ],
])('%s', async (_, given, expected) => {
  answer = given
  expect(await wire(decision, 'em_1')).toEqual(expected)
})

test('treats the removal of a media that is already removed as done', async () => {
  answer = () => refusal(404, 'media.introuvable')
  expect(await wire({ ...decision, geste: 'supprimer' }, 'em_1')).toEqual({ kind: 'done', media: null })
  expect(await wire(decision, 'em_1')).toMatchObject({ kind: 'refused' })
})
