import { expect, test } from 'vitest'
import { returnAddress } from '#server/abonnement/returnAddress.ts'

const origin = 'https://eclats.test'
const page = '/dashboard-organisateur/abonnement'

test.each([
  page,
  `${page}/succes`,
  `${page}/succes?session_id={CHECKOUT_SESSION_ID}`,
  `${page}?retour=https://mechant.test/`,
  '/organizer',
  '/organizer/evenements',
  '/organizer/evenements/12',
])('builds a return address of %s on our origin only', (path) => {
  expect(returnAddress(origin, path)).toBe(`${origin}${path}`)
  expect(returnAddress(origin, `${origin}${path}`)).toBe(`${origin}${path}`)
})

test('omits a fragment', () => {
  expect(returnAddress(origin, `${page}#https://mechant.test`)).toBe(`${origin}${page}`)
})

const hostile = [
  '',
  ' ',
  '/',
  '//mechant.test',
  `//mechant.test${page}`,
  `///mechant.test${page}`,
  String.raw`/\mechant.test`,
  String.raw`\\mechant.test`,
  String.raw`/\/mechant.test${page}`,
  String.raw`https:\\mechant.test${page}`,
  `/\t/mechant.test${page}`,
  `\t${page}`,
  ` ${page}`,
  `${page}\n`,
  `${page}\r\nLocation: https://mechant.test`,
  `${page}\0`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  `javascript://eclats.test${page}%0aalert(1)`,
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://eclats.test/1',
  'file:///etc/passwd',
  `http://eclats.test${page}`,
  `https://eclats.test:8443${page}`,
  `https://mechant.test${page}`,
  `https://eclats.test.mechant.test${page}`,
  `https://mechant.test/https://eclats.test${page}`,
  `https://eclats.test@mechant.test${page}`,
  `https://moi:secret@eclats.test${page}`,
  `https://@eclats.test${page}`,
  `https://eclats.test//mechant.test${page}`,
  `https://eclats。test${page}`,
  `https://eclats．test${page}`,
  `//mechant。test${page}`,
  `${page}/../../login`,
  `${page}/./succes`,
  `${page}/%2e%2e/%2e%2e/login`,
  `/%2f/mechant.test${page}`,
  `/%5cmechant.test${page}`,
  '/dashboard-organisateur%2fabonnement',
  `${page}/`,
  `${page}/succes/autre`,
  '/dashboard-organisateur/abonnements',
  '/api/auth/logout',
  '/login',
  '/e/abc',
  'dashboard-organisateur/abonnement',
  `HTTPS://ECLATS.TEST${page}`,
  `${page}?${'a'.repeat(2000)}`,
]

test.each(hostile.map((wanted) => ({ shown: wanted.slice(0, 80), wanted })))('$shown leads nowhere', ({ wanted }) => {
  expect(() => returnAddress(origin, wanted)).toThrow(expect.objectContaining({ code: 'abonnement.adresse' }))
})

test('covers at least forty addresses', () => {
  expect(new Set(hostile).size).toBeGreaterThanOrEqual(40)
})
