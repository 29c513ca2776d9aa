import { useMatches } from './useMatches.ts'

/** Breakpoints of the shell, in rem. */
export type Width = 48 | 68

/** Whether the viewport is at least this wide; re-renders on change. */
export function useWide(rem: Width): boolean {
  return useMatches(`(min-width: ${rem}rem)`)
}
