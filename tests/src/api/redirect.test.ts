import { afterEach, expect, test, vi } from 'vitest'
import { afterLogin, isEntrance, keepRedirect, keptRedirect } from '#src/api/redirect.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('follows a safe address after login', () => {
  expect(afterLogin('PARTICIPANT', '/participant/envois')).toBe('/participant/envois')
})

test('leads to the home page without one', () => {
  expect(afterLogin('ORGANISATEUR', undefined)).toBe('/organizer')
  expect(afterLogin('ADMINISTRATEUR', '//mechant.test')).toBe('/admin-settings')
  expect(afterLogin('PARTICIPANT', '')).toBe('/')
})

test('keeps the address for half an hour, as long as the mailed link is valid', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keepRedirect('/participant/evenements/3')
  vi.advanceTimersByTime(29 * 60_000)
  expect(keptRedirect()).toBe('/participant/evenements/3')
  vi.advanceTimersByTime(2 * 60_000)
  expect(keptRedirect()).toBe('')
})

test('neither stores nor follows a foreign address, and deletes the previous one', () => {
  keepRedirect('/profil')
  keepRedirect('https://mechant.test/profil')
  expect(keptRedirect()).toBe('')
  localStorage.setItem('eclats.retour', JSON.stringify({ path: '//mechant.test', until: Date.now() + 1000 }))
  expect(keptRedirect()).toBe('')
  localStorage.setItem('eclats.retour', 'nul')
  expect(keptRedirect()).toBe('')
})

test('accepts an event link and a mailed invitation as entry pages, and no others', () => {
  expect(isEntrance('/e/Zm9v-bar_baz')).toBe(true)
  expect(isEntrance('/participant/evenements?invitation=Zm9v-bar_baz')).toBe(true)
  for (const other of ['/profil', '/participant/evenements', '//mechant.test/e/x', '/e/x/y', '', null])
    expect(isEntrance(other)).toBe(false)
})
