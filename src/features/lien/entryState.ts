import { createStore, useSelector } from '@tanstack/react-store'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'

/** The entry of a guest by an event link (guestEntry.ts): how far it is. One at a time on a device. */
export type EntryState =
  | { readonly kind: 'none' }
  /** The request was just sent: the page still shows the form. */
  | { readonly kind: 'sending'; readonly entry: GuestEntry }
  /** No answer yet; the guest can choose photos. `sentence`: the server's reason, when it asked to retry later. */
  | { readonly kind: 'waiting'; readonly entry: GuestEntry; readonly isNew: boolean; readonly sentence: string | null }
  | { readonly kind: 'refused'; readonly entry: GuestEntry; readonly sentence: string }
  /** The same while the page still shows the form, which says why. */
  | { readonly kind: 'refused_in_form'; readonly entry: GuestEntry; readonly sentence: string }
  /** The guest is signed in. `hasWaited`: photos could be chosen before, so that the guest is not asked again. */
  | { readonly kind: 'entered'; readonly entry: GuestEntry; readonly hasWaited: boolean }

export const entryState = createStore<EntryState>({ kind: 'none' })

/** Re-renders on change. */
export function useEntryState(): EntryState {
  return useSelector(entryState)
}

/** Whether the state is of an entry that has no place on the server yet. */
export function isOpenEntry(
  state: EntryState,
): state is Extract<EntryState, { kind: 'sending' | 'waiting' | 'refused' | 'refused_in_form' }> {
  return state.kind !== 'none' && state.kind !== 'entered'
}
