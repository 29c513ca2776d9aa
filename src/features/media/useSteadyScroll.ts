import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { findTile, type Layout } from './galleryLayout.ts'
import { firstInSight, pageTopOf, type Place } from './galleryScroll.ts'

interface Anchor extends Place {
  /** Top of the gallery, from the top of the page. Pixels. */
  readonly gallery: number
}

/**
 * Scroll anchoring: keeps the visible media in place while media are added or removed above, or other content above
 * changes its height. At the top of the gallery, new media push the others down.
 */
export function useSteadyScroll(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const anchor = useRef<Anchor | null>(null)
  useLayoutEffect(() => {
    const { current: before } = anchor
    const row = before && findTile(layout, before.id)?.row
    if (row) anchor.current = follow(before, { ...before, top: row.top, gallery: pageTopOf(box.current) })
  }, [box, layout])
  useEffect(() => {
    // Safari has no scroll anchoring (overflow-anchor) for content above the gallery.
    const isHeld = CSS.supports('overflow-anchor', 'auto')
    const followGallery = () => {
      const { current: before } = anchor
      if (before) anchor.current = follow(before, { ...before, gallery: pageTopOf(box.current) })
    }
    const remember = () => {
      // The page may have changed since the last render.
      if (!isHeld) followGallery()
      const place = firstInSight(box.current, layout)
      anchor.current = place && { ...place, gallery: pageTopOf(box.current) }
    }
    remember()
    addEventListener('scroll', remember, { passive: true })
    const observer = new ResizeObserver(followGallery)
    if (!isHeld) observer.observe(document.body)
    return () => {
      removeEventListener('scroll', remember)
      observer.disconnect()
    }
  }, [box, layout])
}

/** Scrolls by the anchor's movement in the page. @returns the new anchor */
function follow(before: Anchor, now: Anchor): Anchor {
  const moved = now.gallery + now.top - before.gallery - before.top
  // Scrolling by less than a pixel is invisible, and would stop momentum scrolling.
  if (Math.abs(moved) < 1) return before
  scrollBy({ top: moved, behavior: 'instant' })
  return now
}
