import { useEffect, useState } from 'react'

const settleMs = 120

/** What stays for a moment: while something rushes past, the value from before. The first one counts at once. */
export function useSettled<T>(value: readonly T[]): readonly T[] {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), settleMs)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}
