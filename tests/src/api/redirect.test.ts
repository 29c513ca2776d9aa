import { expect, test } from 'vitest'
import { afterLogin, safeRedirect } from '#src/api/redirect.ts'

const origin = 'https://eclats.test'

test.each([
  '/participant/evenements/3?media=4',
  '/organizer',
  '/organizer/evenements?q=noel&statut=TERMINE',
  '/organisateur/evenements/3/medias',
  '/profil',
  '/confirmation?token=a1B2-c3_d4',
  '/e/a1B2-c3_d4',
])('%s is followed after login', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBe(wanted)
})

test.each([
  'https://mechant.test/profil',
  '//mechant.test/profil',
  String.raw`/\mechant.test/profil`,
  String.raw`/\/mechant.test`,
  'javascript:alert(1)',
  'profil',
  '',
  '/login',
  '/register',
  '/api/auth/logout',
  '/participantes',
  '/participant/../api/health',
  '/\t/mechant.test',
  null,
  ['/profil'],
])('%s is not followed', (wanted) => {
  expect(safeRedirect(wanted, origin)).toBeNull()
})

test('without a safe wish everyone lands at home', () => {
  expect(afterLogin('ORGANISATEUR', undefined)).toBe('/organizer')
  expect(afterLogin('ADMINISTRATEUR', '//mechant.test')).toBe('/admin-settings')
  expect(afterLogin('PARTICIPANT', '')).toBe('/')
  expect(afterLogin('PARTICIPANT', '/participant/envois')).toBe('/participant/envois')
})
