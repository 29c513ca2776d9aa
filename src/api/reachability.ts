import { useSyncExternalStore } from 'react'

/** What the last call said of our host. The browser's own word (`navigator.onLine`) is only a hint. */
let isReachable = true
const listeners = new Set<() => void>()

/** The host answered, whatever it said. */
export function noteAnswer(): void {
  note(true)
}

/** Nothing usable came: no network, a portal, a host that is down. */
export function noteSilence(): void {
  note(false)
}

/** Whether the last call was answered. */
export function isHostReachable(): boolean {
  return isReachable
}

/** The same for a screen. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribeReachable, isHostReachable, isHostReachable)
}

/** Calls back whenever our host falls silent or speaks again. @returns how to stop */
export function subscribeReachable(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function note(reachable: boolean): void {
  if (isReachable === reachable) return
  isReachable = reachable
  for (const listener of listeners) listener()
}
