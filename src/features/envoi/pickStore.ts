import { createStore, useSelector } from '@tanstack/react-store'
import { onSignOut } from '#src/api/session.ts'
import type { Pick } from './pick.ts'

/** Where chosen files go: an event by its id, or 'partage' for the files of the share sheet. */
export type PickPlace = number | 'partage'

const none: readonly Pick[] = []
const kept = createStore<ReadonlyMap<PickPlace, readonly Pick[]>>(new Map())

/** The files chosen for a place: kept until they are sent, removed or the person signs out. */
export function useKeptPicks(place: PickPlace): readonly Pick[] {
  return useSelector(kept, (picks) => picks.get(place) ?? none)
}

/** The files chosen for a place, without subscribing. */
export function picksOf(place: PickPlace): readonly Pick[] {
  return kept.get().get(place) ?? none
}

export function putPicks(place: PickPlace, picks: readonly Pick[]): void {
  kept.setState((before) => {
    const after = new Map(before)
    if (picks.length === 0) after.delete(place)
    else after.set(place, picks)
    return after
  })
}

onSignOut(() => kept.setState(() => new Map()))
