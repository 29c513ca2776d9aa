import { afterEach, expect, test, vi } from 'vitest'
import { afterLogin, isEntrance, keepRedirect, keptRedirect } from '#src/api/redirect.ts'

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

test('a safe wish is followed after login', () => {
  expect(afterLogin('PARTICIPANT', '/participant/envois')).toBe('/participant/envois')
})

test('without one everyone lands at home', () => {
  expect(afterLogin('ORGANISATEUR', undefined)).toBe('/organizer')
  expect(afterLogin('ADMINISTRATEUR', '//mechant.test')).toBe('/admin-settings')
  expect(afterLogin('PARTICIPANT', '')).toBe('/')
})

test('a wish is kept for half an hour, as long as the mailed link holds', () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keepRedirect('/participant/evenements/3')
  vi.advanceTimersByTime(29 * 60_000)
  expect(keptRedirect()).toBe('/participant/evenements/3')
  vi.advanceTimersByTime(2 * 60_000)
  expect(keptRedirect()).toBe('')
})

test('a foreign wish is neither kept nor believed, and forgets the one before', () => {
  keepRedirect('/profil')
  keepRedirect('https://mechant.test/profil')
  expect(keptRedirect()).toBe('')
  localStorage.setItem('eclats.retour', JSON.stringify({ path: '//mechant.test', until: Date.now() + 1000 }))
  expect(keptRedirect()).toBe('')
  localStorage.setItem('eclats.retour', 'nul')
  expect(keptRedirect()).toBe('')
})

test("an event's link and a mailed invitation are entrances, other pages are not", () => {
  expect(isEntrance('/e/Zm9v-bar_baz')).toBe(true)
  expect(isEntrance('/participant/evenements?invitation=Zm9v-bar_baz')).toBe(true)
  for (const other of ['/profil', '/participant/evenements', '//mechant.test/e/x', '/e/x/y', '', null])
    expect(isEntrance(other)).toBe(false)
})
