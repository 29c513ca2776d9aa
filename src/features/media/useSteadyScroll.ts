import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { findTile, type Layout } from './galleryLayout.ts'
import { firstInSight, pageTopOf, type Place } from './galleryPlace.ts'

interface Anchor extends Place {
  /** Top of the gallery, from the top of the page. Pixels. */
  readonly gallery: number
}

/**
 * Keeps what somebody looks at where it is while media arrive or leave above it, and whatever else is there grows or
 * shrinks; who looks at the top of the gallery sees the new ones come in.
 */
export function useSteadyScroll(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const anchor = useRef<Anchor | null>(null)
  useLayoutEffect(() => {
    const { current: before } = anchor
    const row = before && findTile(layout, before.id)?.row
    if (row) anchor.current = follow(before, { ...before, top: row.top, gallery: pageTopOf(box.current) })
  }, [box, layout])
  useEffect(() => {
    // Safari does not hold the page itself when something above the gallery grows or shrinks.
    const isHeld = CSS.supports('overflow-anchor', 'auto')
    const followGallery = () => {
      const { current: before } = anchor
      if (before) anchor.current = follow(before, { ...before, gallery: pageTopOf(box.current) })
    }
    const remember = () => {
      // The page may have changed since it was drawn last.
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

/** Scrolls by as much as the anchor has moved in the page, and says where it is now. */
function follow(before: Anchor, now: Anchor): Anchor {
  const moved = now.gallery + now.top - before.gallery - before.top
  // Less than a pixel nobody sees, and it would stop a page that a finger has set going.
  if (Math.abs(moved) < 1) return before
  scrollBy({ top: moved, behavior: 'instant' })
  return now
}
