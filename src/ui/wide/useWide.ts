import { useMatches } from './useMatches.ts'

/** Where the widths of the shell change, in rem. */
export type Width = 48 | 68

/** Whether the window is at least so wide; changes with it. */
export function useWide(rem: Width): boolean {
  return useMatches(`(min-width: ${rem}rem)`)
}
