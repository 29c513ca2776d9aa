import { useSyncExternalStore, useLayoutEffect, useState, type RefObject } from 'react'

/** Whether a media query matches; re-renders on change. @param query must be the same at every render */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}

/** Breakpoints of the shell, in rem. */
type Width = 48 | 68

/** Whether the viewport is at least this wide; re-renders on change. */
export function useMinWidth(rem: Width): boolean {
  return useMediaQuery(`(min-width: ${rem}rem)`)
}

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
