import { queryOptions, usePrefetchQuery, useQueries, type QueryClient } from '@tanstack/react-query'
import { safeParse } from 'valibot'
import { decodeGalerie, encodeGalerie, type GalerieIndex, galerieIndexSchema } from '#domain/media/galerieIndex.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { type Media, mediaSchema } from '#domain/media/media.ts'
import { ApiError, hasStatus } from '#src/api/apiError.ts'
import { callRaw } from '#src/api/client.ts'
import { parseEntries, readable } from '#src/api/entries.ts'
import { keptQuery } from '#src/api/keptQuery.ts'
import { signatureQuery } from '#src/api/signature.queries.ts'

/** Who looks: it decides which list is read. */
export type Space = 'participant' | 'organisateur'

/** A range holds this many numbers: media that are side by side in the grid mostly came together. */
const rangeSize = 64
const freshMs = 60_000
/** An event's own answer may come this much later than that of its grid. */
const aheadMs = 3_000

const lineOf = (space: Space) =>
  space === 'participant' ? mediaEndpoints.listParticipant : mediaEndpoints.listOrganisateur

/** What the grid of an event is laid out from, newest first; a 404 is an empty gallery (specification, section 8). */
export const galerieIndexQuery = (evenementId: number, space: Space) =>
  queryOptions({
    ...keptQuery<GalerieIndex>({
      queryKey: ['galerie', space, evenementId, 'index'],
      queryFn: async ({ signal }) => {
        try {
          const input = { params: { id: evenementId }, query: { format: 'index' as const }, signal }
          const { success, output } = safeParse(galerieIndexSchema, await callRaw(lineOf(space), input))
          if (success) return output
          throw new ApiError(200, 'reponse.illisible', '')
        } catch (error) {
          if (hasStatus(error, 404)) return encodeGalerie([])
          throw error
        }
      },
    }),
    // What was asked ahead of the grid is not asked again by it.
    staleTime: aheadMs,
    select: decodeGalerie,
  })

/** Asks for what the grid of an event opens with while the event around it is still on its way. */
export function usePrefetchGalerie(evenementId: number, space: Space): void {
  usePrefetchQuery(galerieIndexQuery(evenementId, space))
  usePrefetchQuery(signatureQuery(evenementId))
}

/** The rows whose numbers lie in one range; they stay in their range whatever arrives. */
const lignesQuery = (evenementId: number, space: Space, range: number) =>
  queryOptions({
    ...keptQuery<Media[]>({
      queryKey: ['galerie', space, evenementId, 'lignes', range],
      queryFn: async ({ signal }) => {
        const [de, a] = [Math.max(1, range * rangeSize), (range + 1) * rangeSize - 1]
        const input = { params: { id: evenementId }, query: { de: String(de), a: String(a) }, signal }
        return readable(parseEntries(mediaSchema, await callRaw(lineOf(space), input)))
      },
    }),
    staleTime: freshMs,
  })

/** The rows of these media as far as they are there; what is missing is asked for, a range at a time. */
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

/** Takes a media out of the grid before the host's next answer does. */
export function dropFromIndex(
  client: QueryClient,
  { evenementId, space }: { evenementId: number; space: Space },
  id: number,
) {
  client.setQueryData(galerieIndexQuery(evenementId, space).queryKey, (before) =>
    before === undefined ? undefined : encodeGalerie(decodeGalerie(before).filter((entree) => entree.id !== id)),
  )
}
