import { useSyncExternalStore } from 'react'

let stack: readonly HTMLDialogElement[] = []
const listeners = new Set<() => void>()

/** Registers an open modal dialog. @returns a function to call when it closes */
export function enterModal(dialog: HTMLDialogElement): () => void {
  setStack([...stack, dialog])
  return () => setStack(stack.filter((other) => other !== dialog))
}

/** The topmost modal dialog, or null. Everything outside it is inert. */
export function useTopModal(): HTMLDialogElement | null {
  return useSyncExternalStore(
    subscribe,
    () => stack.at(-1) ?? null,
    () => null,
  )
}

function setStack(next: readonly HTMLDialogElement[]): void {
  stack = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
