import { useLocation, useRouter } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, type RefObject } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { readJson, writeJson } from '#src/ui/storedJson.ts'
import { findTile, type Layout } from './galleryLayout.ts'
import { firstInSight, pageTopOf } from './galleryScroll.ts'

const storageKey = 'eclats.galerie'
/** Maximum number of stored positions. */
const mostPlaces = 30

interface Kept {
  readonly id: number
  /** Distance from the top of the viewport to its row, in CSS pixels. */
  readonly below: number
}

/** Positions of galleries by history entry of the tab, the latest last. */
const kept = readPlaces()

/**
 * Restores the scroll position of a gallery when its history entry is opened again after a reload of the page, by the
 * person or because the phone discarded it in the background. The router restores only pages that have their full
 * height at once.
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
    const saveCurrent = () => keep(latest.current.entry)
    const saveWhenHidden = () => {
      if (document.visibilityState === 'hidden') saveCurrent()
    }
    // A phone that discards a background page fires no later event.
    document.addEventListener('visibilitychange', saveWhenHidden)
    addEventListener('pagehide', saveCurrent)
    const unsubscribe = router.subscribe('onBeforeNavigate', ({ fromLocation }) => keep(fromLocation?.state.__TSR_key))
    return () => {
      document.removeEventListener('visibilitychange', saveWhenHidden)
      removeEventListener('pagehide', saveCurrent)
      unsubscribe()
    }
  }, [box, latest, router])
}

function readPlaces(): Map<string, Kept> {
  const places = readJson('sessionStorage', storageKey)
  return new Map(Array.isArray(places) ? (places as [string, Kept][]) : [])
}

function write(entry: string, place: Kept | null): void {
  kept.delete(entry)
  if (place) kept.set(entry, place)
  for (const oldest of [...kept.keys()].slice(0, -mostPlaces)) kept.delete(oldest)
  // Without storage, a reloaded page opens at its top.
  writeJson('sessionStorage', storageKey, [...kept])
}
