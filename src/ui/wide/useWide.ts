import { useSyncExternalStore } from 'react'

/** Where the widths of the shell change, in rem. */
export type Width = 48 | 68

/** Whether the window is at least so wide; changes with it. */
export function useWide(rem: Width): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(queryOf(rem))
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    () => matchMedia(queryOf(rem)).matches,
  )
}

function queryOf(rem: Width): string {
  return `(min-width: ${rem}rem)`
}
