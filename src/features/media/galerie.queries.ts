import { queryOptions, useQueries, type QueryClient } from '@tanstack/react-query'
import { safeParse } from 'valibot'
import { decodeGalerie, encodeGalerie, type GalerieIndex, galerieIndexSchema } from '#domain/media/galerieIndex.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { type Media, mediaSchema } from '#domain/media/media.ts'
import { ApiError, hasStatus } from '#src/api/apiError.ts'
import { callRaw } from '#src/api/client.ts'
import { parseEntries, validEntries } from '#src/api/entries.ts'
import { persistedQuery } from '#src/api/persistedQuery.ts'
import type { QueryMeta } from '#src/api/queryMeta.ts'

/** Role of the viewer: selects the list endpoint. */
export type Space = 'participant' | 'organisateur'

/** Ids per range: media side by side in the grid mostly have near ids. */
const rangeSize = 64
const freshMs = 60_000

const endpointOf = (space: Space) =>
  space === 'participant' ? mediaEndpoints.listParticipant : mediaEndpoints.listOrganisateur

/**
 * What refreshes a gallery. A participant's registration decides what it shows: it is validated or cancelled while the
 * page is open. An organiser gets such events for every guest, and always sees all media.
 */
export const galleryMeta = (evenementId: number, space: Space): QueryMeta => ({
  live: space === 'participant' ? ['media', 'inscription'] : ['media'],
  evenementId,
})

/** The index of an event's gallery, newest first; a 404 is an empty gallery (specification, section 8). */
export const galerieIndexQuery = (evenementId: number, space: Space) =>
  queryOptions({
    ...persistedQuery<GalerieIndex>({
      queryKey: ['galerie', space, evenementId, 'index'],
      meta: galleryMeta(evenementId, space),
      queryFn: async ({ signal }) => {
        const startedAt = Date.now()
        const index = await fetchIndex({ evenementId, space }, signal)
        requestTimes.set(`${space} ${evenementId}`, startedAt)
        return index
      },
    }),
    select: decodeGalerie,
  })

/** When each cached index was requested, in milliseconds since 1970, by space and event; in memory only. */
const requestTimes = new Map<string, number>()

/**
 * When the server was asked for an index, in milliseconds since 1970: a photo received later may be missing in it.
 * @param updatedAt when the index was cached: used for one that an earlier page stored or that this page changed itself
 */
export function indexRequestedAt(
  { evenementId, space }: { evenementId: number; space: Space },
  updatedAt: number,
): number {
  return requestTimes.get(`${space} ${evenementId}`) ?? updatedAt
}

async function fetchIndex(
  { evenementId, space }: { evenementId: number; space: Space },
  signal: AbortSignal,
): Promise<GalerieIndex> {
  try {
    const input = { params: { id: evenementId }, query: { format: 'index' as const }, signal }
    const { success, output } = safeParse(galerieIndexSchema, await callRaw(endpointOf(space), input))
    if (success) return output
    throw new ApiError(200, 'reponse.illisible', '')
  } catch (error) {
    if (hasStatus(error, 404)) return encodeGalerie([])
    throw error
  }
}

/** The rows whose ids are in one range; a row never changes its range. */
const lignesQuery = (evenementId: number, space: Space, range: number) =>
  queryOptions({
    ...persistedQuery<Media[]>({
      queryKey: ['galerie', space, evenementId, 'lignes', range],
      meta: galleryMeta(evenementId, space),
      queryFn: async ({ signal }) => {
        const [de, a] = [Math.max(1, range * rangeSize), (range + 1) * rangeSize - 1]
        const input = { params: { id: evenementId }, query: { de: String(de), a: String(a) }, signal }
        return validEntries(parseEntries(mediaSchema, await callRaw(endpointOf(space), input)))
      },
    }),
    staleTime: freshMs,
  })

/** Loaded rows of these media; missing ones are fetched one range at a time. */
export function useLignes(
  { evenementId, space }: { evenementId: number; space: Space },
  ids: readonly number[],
): ReadonlyMap<number, Media> {
  const ranges = [...new Set(ids.map((id) => Math.floor(id / rangeSize)))].toSorted((a, b) => a - b)
  return useQueries({
    queries: ranges.map((range) => lignesQuery(evenementId, space, range)),
    combine: rowsById,
  })
}

function rowsById(answers: readonly { data: Media[] | undefined }[]): ReadonlyMap<number, Media> {
  return new Map(answers.flatMap(({ data = [] }) => data.map((media) => [media.id, media] as const)))
}

/** Removes a media from the grid before the server's next answer. */
export function dropFromIndex(
  client: QueryClient,
  { evenementId, space }: { evenementId: number; space: Space },
  id: number,
) {
  requestTimes.delete(`${space} ${evenementId}`)
  client.setQueryData(galerieIndexQuery(evenementId, space).queryKey, (before) =>
    before === undefined ? undefined : encodeGalerie(decodeGalerie(before).filter((entree) => entree.id !== id)),
  )
}
