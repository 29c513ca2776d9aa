import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { findTile, type Layout } from './galleryLayout.ts'
import { firstInSight, pageTopOf } from './galleryPlace.ts'

const storageKey = 'eclats.galerie'
/** Further back than this nobody goes. */
const mostPlaces = 30

interface Kept {
  readonly id: number
  /** Of its row, below the screen's upper edge. Pixels. */
  readonly below: number
}

/** Where galleries stood, by the entry of the tab's history, the latest last. */
const kept = read()

/**
 * Brings a gallery back to where it was when its history entry is come back to: after its page or another one of the
 * app was loaded anew, by a person or because the phone took it away in the background. The router does so only for
 * what has its height at once.
 */
export function useKeptPlace(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const router = useRouter()
  const entry = useLocation({ select: ({ state }) => state.__TSR_key })
  const latest = useLatest({ entry, layout })
  useLayoutEffect(() => {
    const { entry: entryNow = '', layout: layoutNow } = latest.current
    const then = kept.get(entryNow)
    const row = then && findTile(layoutNow, then.id)?.row
    if (row) scrollTo({ top: pageTopOf(box.current) + row.top - then.below, behavior: 'instant' })
    kept.delete(entryNow)
  }, [box, latest])
  useEffect(() => {
    const keep = (left: string | undefined) => {
      const first = firstInSight(box.current, latest.current.layout)
      if (left !== undefined)
        write(left, first && { id: first.id, below: pageTopOf(box.current) + first.top - scrollY })
    }
    const keepHere = () => keep(latest.current.entry)
    const keepWhenHidden = () => {
      if (document.visibilityState === 'hidden') keepHere()
    }
    // A phone that takes a page out of the background says no other word before.
    document.addEventListener('visibilitychange', keepWhenHidden)
    addEventListener('pagehide', keepHere)
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ fromLocation }) => keep(fromLocation?.state.__TSR_key))
    return () => {
      document.removeEventListener('visibilitychange', keepWhenHidden)
      removeEventListener('pagehide', keepHere)
      unsubscribe()
    }
  }, [box, latest, router])
}

function read(): Map<string, Kept> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as [string, Kept][])
  } catch {
    return new Map()
  }
}

function write(entry: string, place: Kept | null): void {
  kept.delete(entry)
  if (place) kept.set(entry, place)
  for (const oldest of [...kept.keys()].slice(0, -mostPlaces)) kept.delete(oldest)
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...kept]))
  } catch {
    // A page that is loaded anew opens where it always does.
  }
}
