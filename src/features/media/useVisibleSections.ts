import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { type Layout, within } from './galleryLayout.ts'

/** So much of the screen's height is laid out above and below it. */
const ahead = 0.35
/** Heights are looked at in steps: a new set of rows for each pixel would be work for nothing. Pixels. */
const step = 64

/** Faster than a screen in this time nobody sees a photo: what rushes past is not laid out. Milliseconds. */
const glanceMs = 100
const settleMs = 90
/** A page that is come back to jumps to its place at once. */
const arrivalMs = 500

/** The part of a gallery that is in sight or about to be, for a box that scrolls with the page. */
export function useVisibleSections(box: RefObject<HTMLElement | null>, layout: Layout) {
  // None is drawn before the page stands where it is to stand, and then all at once: pictures that arrive while React
  // draws in small pieces would hold it up.
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
  const sections = useMemo(() => within(layout, span.from, span.to), [layout, span])
  return { sections, isRushing }
}
