import { queryOptions, useQuery } from '@tanstack/react-query'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { call } from './client.ts'

/** Renewed this long before its end, in milliseconds. */
const marginMs = 60_000

/** The signature that opens the media of one event to this person; it lives at most 5 minutes. */
export function signatureQuery(evenementId: number) {
  return queryOptions({
    queryKey: ['signature', evenementId],
    queryFn: ({ signal }) => call(mediaEndpoints.signature, { params: { id: evenementId }, signal }),
    staleTime: (query) => Math.max(0, Date.parse(query.state.data?.expire ?? '') - Date.now() - marginMs) || 0,
    refetchInterval: (query) => {
      const left = Date.parse(query.state.data?.expire ?? '') - Date.now() - marginMs
      return Number.isNaN(left) ? false : Math.max(5_000, left)
    },
    gcTime: 5 * 60_000,
  })
}

/** The current signature, or undefined while there is none. */
export function useSignature(evenementId: number, enabled = true): string | undefined {
  return useQuery({ ...signatureQuery(evenementId), enabled }).data?.signature
}
