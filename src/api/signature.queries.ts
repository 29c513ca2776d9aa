import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { offlineGallerySignature } from '#domain/media/gallerySignature.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import { call } from './client.ts'
import { useReachable } from './reachability.ts'
import { serverNow } from './serverClock.ts'
import { currentSession } from './session.ts'

/** Renew this long before expiry, in milliseconds. */
const marginMs = 60_000

/** The signature that grants this person access to the media of one event; valid for at most 5 minutes. */
export function signatureQuery(evenementId: number) {
  return queryOptions({
    queryKey: ['signature', evenementId],
    queryFn: ({ signal }) => call(mediaEndpoints.signature, { params: { id: evenementId }, signal }),
    staleTime: (query) => Math.max(0, Date.parse(query.state.data?.expire ?? '') - serverNow() - marginMs) || 0,
    refetchInterval: (query) => {
      const left = Date.parse(query.state.data?.expire ?? '') - serverNow() - marginMs
      return Number.isNaN(left) ? false : Math.max(5_000, left)
    },
    gcTime: 5 * 60_000,
  })
}

/**
 * The current signature, or undefined while there is none. Offline it is a placeholder with the person's id, by which
 * the worker selects the cached pictures of that person; the server would refuse it.
 */
export function useSignature(evenementId: number, enabled = true): string | undefined {
  const isReachable = useReachable()
  const { data, isError, refetch } = useQuery({ ...signatureQuery(evenementId), enabled })
  const askAgain = useEffectEvent(() => {
    if (isError) void refetch()
  })
  // An app that was opened without network has asked once, in vain. Not at each error: the server may refuse.
  useEffect(() => {
    if (isReachable) askAgain()
  }, [isReachable])
  // The server refuses an expired one, which stays known when a page was frozen or left for some minutes.
  const signature = data && Date.parse(data.expire) > serverNow() ? data.signature : undefined
  if (signature !== undefined || !enabled || (navigator.onLine && isReachable)) return signature
  return offlineGallerySignature(currentSession()?.utilisateur.id ?? 0)
}
