import { useSyncExternalStore } from 'react'

/** Whether a media query holds for the window; changes with it. @param query the same text at every render */
export function useMatches(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(query).matches,
  )
}
