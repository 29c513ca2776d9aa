import { useSyncExternalStore } from 'react'

/** Result of the last call to our host. `navigator.onLine` is only a hint. */
let isReachable = true
const listeners = new Set<() => void>()

/** The host answered, with any status. */
export function noteAnswer(): void {
  note(true)
}

/** No usable answer: no network, a captive portal, or a host that is down. */
export function noteSilence(): void {
  note(false)
}

export function isHostReachable(): boolean {
  return isReachable
}

export function useReachable(): boolean {
  return useSyncExternalStore(subscribeReachable, isHostReachable, isHostReachable)
}

/** Calls `listener` when our host becomes unreachable or reachable. @returns the unsubscribe function */
export function subscribeReachable(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function note(reachable: boolean): void {
  if (isReachable === reachable) return
  isReachable = reachable
  for (const listener of listeners) listener()
}
