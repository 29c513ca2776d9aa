import { useSyncExternalStore } from 'react'
import { onSignOut } from '#src/api/session.ts'
import type { Pick } from './pick.ts'

/** Where chosen files go: an event by its id, or 'partage' for the files of the share sheet. */
export type PickPlace = number | 'partage'

const none: readonly Pick[] = []
const kept = new Map<PickPlace, readonly Pick[]>()
const listeners = new Set<() => void>()

/** The files chosen for a place: kept until they are sent, removed or the person signs out. */
export function useKeptPicks(place: PickPlace): readonly Pick[] {
  return useSyncExternalStore(
    subscribe,
    () => picksOf(place),
    () => none,
  )
}

/** The files chosen for a place, without subscribing. */
export function picksOf(place: PickPlace): readonly Pick[] {
  return kept.get(place) ?? none
}

export function putPicks(place: PickPlace, picks: readonly Pick[]): void {
  if (picks.length === 0) kept.delete(place)
  else kept.set(place, picks)
  for (const listener of listeners) listener()
}

onSignOut(() => {
  for (const place of kept.keys()) putPicks(place, none)
})

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
