import { queryOptions } from '@tanstack/react-query'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/api/queryClient.ts'
import { session } from '#src/api/session.ts'
import { keepSessionQueries, restoreSessionQueries, wipeSessionQueries } from '#src/api/sessionQueries.ts'

const me = queryOptions({ queryKey: ['moi'], queryFn: () => 'Léa', meta: { isSessionBound: true } })
const gallery = queryOptions({ queryKey: ['galerie'], queryFn: () => 'photos' })
const person = (id: number) =>
  session.setState(() => ({
    token: null,
    utilisateur: { id, prenom: '', nom: '', role: 'PARTICIPANT', email: '', invite: false },
  }))
const key = 'eclats.session.requetes'
const stored = () => sessionStorage.getItem(key) ?? ''

/** What a reloaded page finds. */
async function reload(): Promise<unknown> {
  const kept = stored()
  queryClient.clear()
  await expect.poll(stored).not.toContain('Léa')
  sessionStorage.setItem(key, kept)
  await restoreSessionQueries()
  return queryClient.getQueryData(me.queryKey)
}

beforeAll(() => restoreSessionQueries())
beforeEach(async () => {
  person(3)
  await Promise.all([queryClient.fetchQuery(me), queryClient.fetchQuery(gallery)])
  await vi.waitUntil(() => stored().includes('Léa'), { timeout: 120_000 })
})
afterEach(() => {
  queryClient.clear()
  sessionStorage.removeItem(key)
  session.setState(() => null)
})

test('shows the last answer of the person after a reload, and stores no other query', async () => {
  expect(stored()).not.toContain('photos')
  expect(await reload()).toBe('Léa')
})

test('is asked of the server again after a reload', async () => {
  await reload()
  expect(queryClient.getQueryState(me.queryKey)?.isInvalidated).toBe(true)
})

test('shows nothing of another person', async () => {
  person(4)
  expect(await reload()).toBeUndefined()
  expect(stored()).not.toContain('Léa')
})

test('shows nothing after a sign-out', async () => {
  await wipeSessionQueries()
  expect(await reload()).toBeUndefined()
})

test('stores the answers of a person who has just signed in', async () => {
  sessionStorage.removeItem(key)
  await keepSessionQueries()
  await new Promise((resolve) => setTimeout(resolve))
  expect(stored()).toContain('Léa')
})

test('stores a new answer before the next task, so that a reload reads no older one', async () => {
  queryClient.setQueryData(me.queryKey, 'Inès')
  await new Promise((resolve) => setTimeout(resolve))
  expect(stored()).toContain('Inès')
})
