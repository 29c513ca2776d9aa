import { useEffect, useState } from 'react'

/** Whether this many milliseconds have passed since the component mounted. */
export function useDelay(milliseconds: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return passed
}
