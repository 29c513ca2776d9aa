import { useRef } from 'react'

/**
 * Ignores a second press while the work of the first is under way. The state of a mutation is drawn later than a second
 * click may come. Failures are left to the work itself.
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
