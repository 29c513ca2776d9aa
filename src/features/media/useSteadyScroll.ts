import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { findTile, type Layout } from './galleryLayout.ts'
import { firstInSight, pageTopOf, type Place } from './galleryPlace.ts'

interface Anchor extends Place {
  /** Top of the gallery, from the top of the page. Pixels. */
  readonly gallery: number
}

/**
 * Keeps what somebody looks at where it is while media arrive or leave above it, and the filters above grow or shrink
 * with them; who looks at the top of the gallery sees the new ones come in.
 */
export function useSteadyScroll(box: RefObject<HTMLElement | null>, layout: Layout): void {
  const anchor = useRef<Anchor | null>(null)
  useLayoutEffect(() => {
    const { current: before } = anchor
    const row = before && findTile(layout, before.id)?.row
    if (!row) return
    const moved = pageTopOf(box.current) + row.top - before.gallery - before.top
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' })
  }, [box, layout])
  useEffect(() => {
    const remember = () => {
      const place = firstInSight(box.current, layout)
      anchor.current = place && { ...place, gallery: pageTopOf(box.current) }
    }
    remember()
    addEventListener('scroll', remember, { passive: true })
    return () => removeEventListener('scroll', remember)
  }, [box, layout])
}
