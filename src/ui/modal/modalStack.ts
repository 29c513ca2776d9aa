import { useSyncExternalStore } from 'react'

let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Tells that a modal dialog lies over the page. @returns what to call when it leaves */
export function enterModal(dialog: HTMLDialogElement): () => void {
  put([...stack, dialog])
  return () => put(stack.filter((other) => other !== dialog))
}

/** The modal dialog on top, or null: everything outside of it is out of reach. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1) ?? null,
    () => null,
  )
}

function put(next: readonly HTMLDialogElement[]): void {
  stack = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
