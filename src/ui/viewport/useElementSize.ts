import { useLayoutEffect, useState, type RefObject } from 'react'

/** The inner size of an element in CSS pixels, kept up to date; zero before it is mounted. */
export function useElementSize(element: RefObject<HTMLElement | null>): {
  readonly width: number
  readonly height: number
} {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useLayoutEffect(() => {
    const shown = element.current
    if (!shown) return undefined
    const read = () => setSize({ width: shown.clientWidth, height: shown.clientHeight })
    read()
    const observer = new ResizeObserver(read)
    observer.observe(shown)
    return () => observer.disconnect()
  }, [element])
  return size
}
