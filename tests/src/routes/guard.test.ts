import type { ParsedLocation } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { noteGuestLeft } from '#src/api/sessionStore.ts'
import { requireSession } from '#src/routes/-guard.ts'

afterEach(() => sessionStorage.clear())

/** Where a page redirects a person without session. */
function redirectFrom(href: string): unknown {
  try {
    return requireSession({ location: { href } as ParsedLocation })
  } catch (error) {
    return (error as { options: unknown }).options
  }
}
const invitation = '/participant/evenements?invitation=abc'

test('redirects to the login, which returns to the page', () => {
  expect(redirectFrom('/profil')).toMatchObject({ to: '/login', search: { redirect: '/profil' } })
})

test('redirects a guest who has left home, but to the login from a mailed invitation', () => {
  noteGuestLeft()
  expect(redirectFrom('/participant/envois')).toMatchObject({ to: '/' })
  expect(redirectFrom(invitation)).toMatchObject({ to: '/login', search: { redirect: invitation } })
})
