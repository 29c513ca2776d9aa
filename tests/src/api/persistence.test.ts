import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#src/api/apiError.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import { read, removeAll } from '#src/api/persistedStore.ts'
import { queryClient } from '#src/api/queryClient.ts'

let answer: () => Promise<string>
const query = persistedQuery({ queryKey: ['evenement', 7], queryFn: () => answer() })
const stored = () => read('0:q-["evenement",7]')

beforeEach(async () => {
  // A persisted answer would be refetched in the background.
  await removeAll('0:')
  answer = () => Promise.resolve('an event')
  await queryClient.fetchQuery(query)
  await vi.waitUntil(stored, { timeout: 120_000 })
  // The next visit refetches it, as it does after the time of a preload.
  await queryClient.invalidateQueries({ queryKey: query.queryKey, refetchType: 'none' })
})
afterEach(() => queryClient.clear())

test.each([403, 404, 410])('deletes the persisted answer, on screen and on the device, after a %i', async (status) => {
  answer = () => Promise.reject(new ApiError(status, 'evenement.introuvable', 'Événement non trouvé'))
  const observer = new QueryObserver(queryClient, query)
  const leave = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isError: true })
  await expect.poll(stored).toBeUndefined()
  leave()
})

test('does not show data of another query again after the server has refused it, also during a refetch', async () => {
  answer = () => Promise.reject(new ApiError(404, 'evenement.introuvable', 'Événement non trouvé'))
  const options = persistedQuery({ queryKey: ['evenement', 8], queryFn: () => answer(), known: () => 'a list entry' })
  const observer = new QueryObserver(queryClient, options)
  const leave = observer.subscribe(() => undefined)
  expect(observer.getCurrentResult().data).toBe('a list entry')
  const render = () => observer.setOptions(options)
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  render()
  expect(observer.getCurrentResult()).toMatchObject({ data: undefined, isError: true })
  const { promise, resolve } = Promise.withResolvers<string>()
  answer = () => promise
  const refetched = observer.refetch()
  render()
  expect(observer.getCurrentResult().data).toBeUndefined()
  resolve('an event')
  await refetched
  expect(observer.getCurrentResult().data).toBe('an event')
  leave()
})

test.each([
  ['a server error', new ApiError(500, 'serveur.erreur', 'Erreur')],
  ['a silent network', new NetworkError()],
  ['a proxy that answers 403 without a code', new ApiError(403, '', '')],
])('keeps the answer after %s', async (_what, error) => {
  answer = () => Promise.reject(error)
  await queryClient.refetchQueries({ queryKey: query.queryKey }).catch(() => undefined)
  expect(queryClient.getQueryData(query.queryKey)).toBe('an event')
  expect(await stored()).toBeDefined()
})
