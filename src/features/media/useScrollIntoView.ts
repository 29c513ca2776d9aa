import { type RefObject, useEffect, useRef } from 'react'

/**
 * Scrolls to an element when a page that was not scrolled shows it.
 * @param isWanted false while the element is not rendered
 * @returns the reference of the element
 */
export function useScrollIntoView<E extends Element>(isWanted: boolean): RefObject<E | null> {
  const element = useRef<E>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    // By the next frame the content has its height, and the router has restored the scroll position of a page opened
    // before.
    const frame = requestAnimationFrame(() => {
      if (scrollY === 0) element.current?.scrollIntoView()
    })
    return () => cancelAnimationFrame(frame)
  }, [isWanted])
  return element
}
