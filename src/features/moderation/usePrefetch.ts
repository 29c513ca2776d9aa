import { useEffect, useRef } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import type { DeskItem } from './deskItems.ts'

/** Number of large pictures kept in the worker's cache, so that the desk works without network. */
const ahead = 40

/** Fetches the next large pictures one after the other, without decoding them. */
export function usePrefetch(upcoming: readonly DeskItem[], signature: string | undefined): void {
  const fetched = useRef(new Set<number>())
  const isBusy = useRef(false)
  const wanted = useLatest(upcoming.slice(0, ahead).filter(({ media }) => media.apercu && media.type === 'IMAGE'))
  const nextId = upcoming[0]?.media.id
  useEffect(() => {
    // Without the worker they would not be cached.
    if (nextId === undefined || signature === undefined || isBusy.current || !navigator.serviceWorker?.controller)
      return
    const run = async () => {
      for (;;) {
        const next = wanted.current.find(({ media }) => !fetched.current.has(media.id))
        if (!next || !navigator.onLine) return
        fetched.current.add(next.media.id)
        const answer = await fetch(mediaUrl(next.media.id, { width: 1600 }, signature), { priority: 'low' })
        await answer.blob()
      }
    }
    isBusy.current = true
    run()
      .catch(() => undefined)
      .finally(() => {
        isBusy.current = false
      })
  }, [nextId, signature, wanted])
}
