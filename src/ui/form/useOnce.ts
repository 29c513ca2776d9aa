import { useRef } from 'react'

/**
 * Ignores calls while the work of an earlier one is running. A mutation's `isPending` is not enough: a second click can
 * come before the re-render. Errors are left to the work itself.
 */
export function useOnce(): (work: () => Promise<unknown>) => void {
  const isUnderWay = useRef(false)
  return (work) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    const end = () => {
      isUnderWay.current = false
    }
    work().then(end, end)
  }
}
