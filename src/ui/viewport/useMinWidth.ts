import { useMediaQuery } from './useMediaQuery.ts'

/** Breakpoints of the shell, in rem. */
export type Width = 48 | 68

/** Whether the viewport is at least this wide; re-renders on change. */
export function useMinWidth(rem: Width): boolean {
  return useMediaQuery(`(min-width: ${rem}rem)`)
}
