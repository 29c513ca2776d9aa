import { useEffect, useRef } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import type { DeskItem } from './deskItems.ts'

/** Number of large pictures kept in the worker's cache, so that the desk works without network. */
const ahead = 40

/**
 * Fetches the next large pictures one after the other, without decoding them. When the network fails it stops, and goes
 * on with the same picture when the host is reached again or the next photo is shown.
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
        const answer = await fetch(mediaUrl(next.media.id, { width: 1600 }, signature), { priority: 'low' })
        await answer.blob()
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
