import { expect, test } from 'vitest'
import { isAppPath } from '#domain/contract/appPath.ts'

test.each([
  '/participant',
  '/participant/evenements/3?media=4',
  '/organizer',
  '/organizer/evenements?q=no%C3%ABl&statut=TERMINE',
  '/organisateur/evenements/3/medias',
  '/dashboard-organisateur/abonnement/succes?session=a1',
  '/admin-settings?role=PARTICIPANT',
  '/profil',
  '/notifications',
  '/confirmation?token=a1B2-c3_d4',
  '/e/a1B2-c3_d4',
])('accepts %s as a page of the app', (wanted) => {
  expect(isAppPath(wanted)).toBe(true)
})

/** Every class of address that leads elsewhere, or may be parsed so. */
const foreign = [
  // Other origins, with and without a scheme.
  'https://mechant.test/profil',
  'http://eclats.test/profil',
  'HTTPS://MECHANT.TEST',
  'https:/mechant.test',
  'https:mechant.test',
  '//mechant.test/profil',
  '///mechant.test/profil',
  '////mechant.test',
  // Slashes that a browser normalises.
  String.raw`/\mechant.test/profil`,
  String.raw`\\mechant.test`,
  String.raw`/\/mechant.test`,
  String.raw`\/\/mechant.test`,
  String.raw`/profil\..\..\\mechant.test`,
  // Characters that a browser ignores.
  '/\t/mechant.test',
  '/\n/mechant.test',
  '\t//mechant.test',
  ' //mechant.test',
  '\u0000//mechant.test',
  '/profil\r\nLocation: https://mechant.test',
  '/profil\u0009',
  // Executable schemes.
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '/javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://eclats.test/1',
  'file:///etc/passwd',
  // User info before the host.
  'https://eclats.test@mechant.test/profil',
  '//eclats.test@mechant.test',
  '/@mechant.test',
  // Encoded and look-alike slashes and dots.
  '/%2f%2fmechant.test',
  '/%5cmechant.test',
  '/participant/%2e%2e/api/health',
  '/participant/../api/health',
  '/participant/..;/api/health',
  '//mechant\u3002test',
  '/\uFF0Fmechant.test',
  '/profil\uFF0E\uFF0E/api',
  '/profil\u202E',
  // Own addresses that are no pages to redirect to.
  '/',
  '/login',
  '/register',
  '/api/auth/logout',
  '/participantes',
  '/e/',
  '/profil#https://mechant.test',
  '/profil?suite=<script>',
  `/profil?${'a'.repeat(3000)}`,
  'profil',
  '',
  null,
  undefined,
  7,
  ['/profil'],
]

test.each(foreign)('rejects %j', (wanted) => {
  expect(isAppPath(wanted)).toBe(false)
})
