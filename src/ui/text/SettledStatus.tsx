import { useEffect, useState } from 'react'
import { Status } from './Status.tsx'

const settledAfterMs = 600

/** Announces a text once it stays: one sentence instead of one per media while navigating fast. */
export function SettledStatus({ children }: { children: string }) {
  const [settled, setSettled] = useState(children)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(children), settledAfterMs)
    return () => clearTimeout(timer)
  }, [children])
  return <Status hidden>{settled}</Status>
}
