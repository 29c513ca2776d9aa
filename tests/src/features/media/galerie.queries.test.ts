import { afterEach, expect, test, vi } from 'vitest'
import { encodeGalerie } from '#domain/media/galerieIndex.ts'
import { queryClient } from '#src/api/queryClient.ts'
import { dropFromIndex, galerieIndexQuery, indexRequestedAt } from '#src/features/media/galerie.queries.ts'

const gallery = { evenementId: 7, space: 'participant' } as const
const updatedAt = () => queryClient.getQueryState(galerieIndexQuery(7, 'participant').queryKey)?.dataUpdatedAt ?? 0
const fetchIndex = () => queryClient.fetchQuery({ ...galerieIndexQuery(7, 'participant'), staleTime: 0 })

afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('returns when an index was requested, also when its answer arrives later', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  vi.stubGlobal('fetch', () => {
    vi.setSystemTime(1_009_000)
    return Promise.resolve(Response.json(encodeGalerie([])))
  })
  await fetchIndex()
  expect(updatedAt()).toBe(1_009_000)
  expect(indexRequestedAt(gallery, updatedAt())).toBe(1_000_000)
})

test('takes the time of the change for an index that this page changed itself', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(encodeGalerie([]))))
  await fetchIndex()
  dropFromIndex(queryClient, gallery, 3)
  expect(indexRequestedAt(gallery, updatedAt())).toBe(updatedAt())
})
