import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { type Layout, sectionsWithin } from './galleryLayout.ts'

/** Share of the viewport's height that is rendered above and below it. */
const ahead = 0.35
/** Scroll positions are rounded to this step, to avoid a new set of rows for each pixel. Pixels. */
const step = 64

/** When scrolling faster than one screen in this time, do not render sections. Milliseconds. */
const glanceMs = 100
const settleMs = 90
/** Jumps within this time after mounting are scroll restoration: render at once. */
const arrivalMs = 500

/** The visible part of a gallery and its surroundings, for a box that scrolls with the page. */
export function useVisibleSections(box: RefObject<HTMLElement | null>, layout: Layout) {
  // Nothing is rendered before the scroll position is restored, then everything in one render: loading pictures would
  // slow down a concurrent React render.
  const [span, setSpan] = useState({ from: 0, to: -1 })
  const last = useRef({ at: 0, top: 0 })
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isRushing, setRushing] = useState(false)
  useLayoutEffect(() => {
    const topOf = () => -(box.current?.getBoundingClientRect().top ?? 0)
    const since = performance.now()
    last.current = { at: since, top: topOf() }
    const look = () => {
      const { top } = last.current
      const from = Math.floor((top - innerHeight * ahead) / step) * step
      const to = Math.ceil((top + innerHeight * (1 + ahead)) / step) * step
      setSpan((before) => (before.from === from && before.to === to ? before : { from, to }))
      setRushing(false)
    }
    const onScroll = () => {
      const [at, top] = [performance.now(), topOf()]
      const screens = Math.abs(top - last.current.top) / innerHeight
      const isRush = at - since > arrivalMs && screens > 0.5 && screens > (at - last.current.at) / glanceMs
      last.current = { at, top }
      clearTimeout(settling.current)
      if (isRush) {
        setRushing(true)
        settling.current = setTimeout(look, settleMs)
      } else look()
    }
    look()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      clearTimeout(settling.current)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [box])
  const sections = useMemo(() => sectionsWithin(layout, span.from, span.to), [layout, span])
  return { sections, isRushing }
}
