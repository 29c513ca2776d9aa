import { useLocation } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { findTile, type Layout } from './galleryLayout.ts'
import { firstInSight } from './galleryPlace.ts'

const storageKey = 'eclats.galerie'

interface Kept {
  /** The entry of the tab's history. */
  readonly entry: string
  readonly id: number
  /** Of its row, below the screen's upper edge. Pixels. */
  readonly top: number
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
    const place = kept?.entry === latest.current.entry ? kept : null
    const found = place && findTile(latest.current.layout, place.id)
    if (found) scrollBy({ top: topOf(box) + found.row.top - place.top, behavior: 'instant' })
    kept = null
  }, [box, latest])
  useEffect(() => {
    const keep = () => {
      const { entry: entryNow, layout: layoutNow } = latest.current
      const first = firstInSight(box.current, layoutNow)
      write(first && entryNow ? { entry: entryNow, id: first.id, top: topOf(box) + first.top } : null)
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

function topOf(box: RefObject<HTMLElement | null>): number {
  return box.current?.getBoundingClientRect().top ?? 0
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
