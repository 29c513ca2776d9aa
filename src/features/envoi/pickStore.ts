import { createStore, useSelector } from '@tanstack/react-store'
import { onSignOut } from '#src/api/session.ts'
import type { ChosenFile } from './pick.ts'

/** Where chosen files go: an event by its id, or 'partage' for the files of the share sheet. */
export type PickTarget = number | 'partage'

const none: readonly ChosenFile[] = []
const kept = createStore<ReadonlyMap<PickTarget, readonly ChosenFile[]>>(new Map())

/** The files chosen for a target: kept until they are sent, removed or the person signs out. */
export function useKeptPicks(target: PickTarget): readonly ChosenFile[] {
  return useSelector(kept, (picks) => picks.get(target) ?? none)
}

/** The files chosen for a target, without subscribing. */
export function picksOf(target: PickTarget): readonly ChosenFile[] {
  return kept.get().get(target) ?? none
}

/** Replaces the chosen files of a target; an empty list forgets it. */
export function putPicks(target: PickTarget, picks: readonly ChosenFile[]): void {
  kept.setState((before) => {
    const after = new Map(before)
    if (picks.length === 0) after.delete(target)
    else after.set(target, picks)
    return after
  })
}

let signOuts = 0
onSignOut(() => {
  signOuts += 1
  kept.setState(() => new Map())
})

/** How many people have signed out in this page: files of one of them must not be kept for the next. */
export function signOutCount(): number {
  return signOuts
}

kept.subscribe((picks) => {
  // The files of the share sheet are stored (upload-queue/caches/sharedFiles.ts).
  const isOnlyHere = [...picks].some(([target, chosen]) => target !== 'partage' && chosen.some(isAccepted))
  if (isOnlyHere) addEventListener('beforeunload', askBeforeLeaving)
  else removeEventListener('beforeunload', askBeforeLeaving)
})

/** Shows the browser's own leave question: a photo that was just taken for this page is nowhere else. */
function askBeforeLeaving(event: Event): void {
  event.preventDefault()
}

function isAccepted({ refus }: ChosenFile): boolean {
  return refus === null
}
