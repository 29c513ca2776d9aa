import type { ParsedLocation } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { noteGuestLeft } from '#src/api/sessionStore.ts'
import { signIn, signOut } from '#src/api/session.ts'
import { requireGuest, requireSession } from '#src/routes/-guard.ts'
import { explainRole, explainSession } from '#src/routes/-refusedPage.ts'
import { toasts } from '#src/ui/toast/toastQueue.ts'
import { dropShared, keepShared, readShared } from '#upload-queue/caches/sharedFiles.ts'
import { unToken } from '../token.ts'

afterEach(() => {
  signOut('logout')
  toasts.clear()
  sessionStorage.clear()
})

/** Where a page redirects a person without session. */
function redirectFrom(href: string): unknown {
  try {
    return requireSession({ location: { href } as ParsedLocation })
  } catch (error) {
    return (error as { options: unknown }).options
  }
}
/** Where a page for visitors redirects a signed-in person. */
function homeFrom(pathname: string): unknown {
  try {
    return requireGuest({ location: { pathname, href: pathname, searchStr: '' } as ParsedLocation })
  } catch (error) {
    return (error as { options: { href: string } }).options.href
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

test('says why a mailed link does not open to a signed-in person, and nothing for the login page', async () => {
  signIn({ token: unToken({}), nom: 'Petit', prenom: 'Nora' }, false)
  expect(homeFrom('/login')).toBe('/')
  explainSession('/login')
  expect(toasts.shown.get()).toBeNull()
  for (const page of ['/reset-password', '/forgot-password']) {
    expect(homeFrom(page)).toBe('/')
    await expect.poll(() => toasts.shown.get()).toMatchObject({ title: 'Vous êtes déjà connecté(e) sur cet appareil.' })
    toasts.clear()
  }
})

test('keeps what the next person shares when the page that refuses a share loads after its organiser has left', async () => {
  const [organiser, participant] = [901, 902]
  signIn({ token: unToken({ userId: participant }), nom: 'Petit', prenom: 'Nora' }, false)
  await keepShared([new File(['a'], 'a.jpg', { type: 'image/jpeg' })], Date.now())
  await explainRole('/participant/partage', organiser)
  expect(toasts.shown.get()).toBeNull()
  const { files } = await readShared({ now: Date.now(), ownerId: participant })
  expect(files.map(({ file }) => file.name)).toEqual(['a.jpg'])
  await dropShared(participant, Date.now())
})
