import { useEffect, useRef } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import type { DeskItem } from './deskItems.ts'

/** Number of large pictures kept in the worker's cache, so that the desk works without network. */
const ahead = 40
/** After this time a request has no answer, in milliseconds: a large picture takes 30 s on a line of 12 kB/s. */
const timeoutMs = 60_000

/**
 * Fetches the next large pictures one after the other, without decoding them. When the network fails or
 * the server refuses a picture, it stops, and goes on with the same picture when the host is reached again or the next
 * photo is shown.
 */
export function usePrefetch(upcoming: readonly DeskItem[], signature: string | undefined): void {
  const fetched = useRef(new Set<number>())
  const isBusy = useRef(false)
  const wanted = useLatest(upcoming.slice(0, ahead).filter(({ media }) => media.apercu && media.type === 'IMAGE'))
  const nextId = upcoming[0]?.media.id
  const isReachable = useReachable()
  useEffect(() => {
    if (nextId === undefined || signature === undefined || isBusy.current || !isReachable) return
    // Without the worker they would not be cached.
    if (!navigator.serviceWorker?.controller) return
    const run = async () => {
      for (;;) {
        const next = wanted.current.find(({ media }) => !fetched.current.has(media.id))
        if (!next || !navigator.onLine) return
        const url = mediaUrl(next.media.id, { width: 1600 }, signature)
        const answer = await fetch(url, { priority: 'low', signal: AbortSignal.timeout(timeoutMs) })
        await answer.blob()
        // A deleted picture will not come; a busy server or a new signature will give the others.
        if (!answer.ok && answer.status !== 404) return
        fetched.current.add(next.media.id)
      }
    }
    isBusy.current = true
    run()
      .catch(() => undefined)
      .finally(() => {
        isBusy.current = false
      })
  }, [nextId, signature, isReachable, wanted])
}
