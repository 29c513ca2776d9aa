import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import type { Layout } from './galleryLayout.ts'
import { firstInSight, type Place, placeNow } from './galleryPlace.ts'

/**
 * Keeps what somebody looks at where it is while media arrive or leave above it, or anything else there grows or
 * shrinks; who looks at the top of the gallery sees the new ones come in.
 */
export function useSteadyScroll(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const anchor = useRef<Place | null>(null)
  const latest = useLatest(layout)
  useLayoutEffect(() => {
    anchor.current = steady(box.current, layout, anchor.current)
  }, [box, layout])
  useEffect(() => {
    const remember = () => {
      anchor.current = firstInSight(box.current, latest.current)
    }
    remember()
    addEventListener('scroll', remember, { passive: true })
    const observer = new ResizeObserver(() => {
      anchor.current = steady(box.current, latest.current, anchor.current)
    })
    observer.observe(document.body)
    return () => {
      removeEventListener('scroll', remember)
      observer.disconnect()
    }
  }, [box, latest])
}

/** Scrolls by as much as a media has moved in the page, and says what is to stay where it is from now on. */
function steady(box: HTMLElement | null, layout: Layout, before: Place | null): Place | null {
  if (!before) return null
  const now = placeNow(box, layout, before.id)
  if (!now) return firstInSight(box, layout)
  const moved = now.top - before.top
  // Less than a pixel is how the browser rounds.
  if (Math.abs(moved) < 1) return before
  scrollBy({ top: moved, behavior: 'instant' })
  return now
}
