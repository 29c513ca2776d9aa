import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import type { Shape } from './galleryLayout.ts'

export type GalleryView = 'colonnes' | 'album'

/** Breakpoints and row heights of the design, in rem. */
const [wideRem, deskRem] = [48, 75]
const headRem = 3.25

interface Measured {
  readonly width: number
  readonly screen: number
  readonly rem: number
}

/** Size of the last gallery: on return the page has its full height at once, for scroll restoration. */
let known: Measured = { width: 0, screen: 0, rem: 16 }

/** The shape of a gallery; undefined until the box is measured for the first time. */
export function useGalleryShape(box: RefObject<HTMLElement | null>, view: GalleryView): Shape | undefined {
  const [measured, setMeasured] = useState(known)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const next = { width: current.clientWidth, screen: innerWidth, rem }
      const isKnown = next.width === known.width && next.screen === known.screen && next.rem === known.rem
      if (!isKnown) known = next
      setMeasured(known)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    return () => observer.disconnect()
  }, [box])
  return useMemo(() => (measured.width === 0 ? undefined : shapeOf(measured, view)), [measured, view])
}

function shapeOf({ width, screen, rem }: Measured, view: GalleryView): Shape {
  const isWide = screen >= wideRem * rem
  const target = (screen >= deskRem * rem ? 14 : 12) * rem
  return {
    width,
    gap: isWide ? 6 : 2,
    headHeight: headRem * rem,
    rows: view === 'album' && isWide ? { target } : { tileRatio: isWide ? 4 / 3 : 1 },
  }
}
