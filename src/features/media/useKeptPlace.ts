import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import type { Layout } from './galleryLayout.ts'
import { firstInSight, placeNow } from './galleryPlace.ts'

const storageKey = 'eclats.galerie'

interface Kept {
  /** The entry of the tab's history. */
  readonly entry: string
  readonly id: number
  /** Of its row, below the screen's upper edge. Pixels. */
  readonly below: number
}

/** What the page before this one left, for the first gallery of this one. */
let kept = read()

/**
 * Brings a gallery back to where it was before its page was loaded anew, by a person or because the phone took it away
 * in the background. The router does so only for what has its height at once.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const latest = useLatest({ entry, layout })
  useLayoutEffect(() => {
    const then = kept?.entry === latest.current.entry ? kept : null
    const now = then && placeNow(box.current, latest.current.layout, then.id)
    if (now) scrollTo({ top: now.top - then.below, behavior: 'instant' })
    kept = null
  }, [box, latest])
  useEffect(() => {
    const keep = () => {
      const { entry: entryNow, layout: layoutNow } = latest.current
      const first = firstInSight(box.current, layoutNow)
      write(first && entryNow ? { entry: entryNow, id: first.id, below: first.top - scrollY } : null)
    }
    // A phone that takes a page out of the background says no other word before.
    document.addEventListener('visibilitychange', keep)
    addEventListener('pagehide', keep)
    return () => {
      document.removeEventListener('visibilitychange', keep)
      removeEventListener('pagehide', keep)
    }
  }, [box, latest])
}

function read(): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as Kept | null
  } catch {
    return null
  }
}

function write(place: Kept | null): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(place))
  } catch {
    // A page that is loaded anew opens where it always does.
  }
}
