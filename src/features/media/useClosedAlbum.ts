import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Evenement } from '#domain/evenement/evenement.ts'
import { serverTimeAt } from '#src/api/serverClock.ts'
import { useNow } from '#src/ui/now/useNow.ts'
import { albumSentence } from '#src/ui/text/albumSentence.ts'

/**
 * Says why a participant sees only their own media; null for an open album. An album that opens while its page is on the
 * screen is loaded again: the server publishes no event at that time.
 */
export function useClosedAlbum(
  evenement: Pick<Evenement, 'id' | 'galeriePour' | 'dateFin' | 'fuseau'> | undefined,
): string | null {
  const client = useQueryClient()
  // The shared time is old until its first subscriber has updated it.
  const [mountedAt] = useState(Date.now)
  const now = serverTimeAt(Math.max(mountedAt, useNow()))
  const sentence = evenement ? albumSentence(evenement, now) : null
  const [evenementId, isClosed] = [evenement?.id, sentence !== null]
  const closedId = useRef<number>(undefined)
  useEffect(() => {
    if (!isClosed && evenementId !== undefined && closedId.current === evenementId)
      void client.invalidateQueries({ queryKey: ['galerie', 'participant', evenementId] })
    closedId.current = isClosed ? evenementId : undefined
  }, [client, evenementId, isClosed])
  return sentence
}
