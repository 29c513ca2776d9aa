import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#src/api/queryClient.ts'
import { pendingQuery } from '#src/features/moderation/desk.queries.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('reads only changes of a long list, and all of it now and then', async () => {
  const asked: string[] = []
  let answer = Array.from({ length: 201 }, (_, n) => unMediaVu(n + 1))
  vi.stubGlobal('fetch', async (input: Request) => {
    asked.push(new URL(input.url).search)
    return Response.json(answer)
  })
  const read = () => queryClient.fetchQuery({ ...pendingQuery(7), staleTime: 0 })
  expect(await read()).toHaveLength(201)
  answer = [unMediaVu(201), unMediaVu(202)]
  expect((await read()).map(({ id }) => id)).toEqual(Array.from({ length: 202 }, (_, n) => n + 1))
  vi.setSystemTime(Date.now() + 31_000)
  await read()
  expect(asked).toEqual([
    '?statut=EN_ATTENTE',
    `?${new URLSearchParams({ statut: 'EN_ATTENTE', depuis: unMediaVu(201).dateDepot }).toString()}`,
    '?statut=EN_ATTENTE',
  ])
})
