import { createStore, useSelector } from '@tanstack/react-store'

const stack = createStore<readonly HTMLDialogElement[]>([])

/** Registers an open modal dialog. @returns a function to call when it closes */
export function enterModal(dialog: HTMLDialogElement): () => void {
  stack.setState((open) => [...open, dialog])
  return () => stack.setState((open) => open.filter((other) => other !== dialog))
}

/** The topmost modal dialog, or null. Everything outside it is inert. */
export function useTopModal(): HTMLDialogElement | null {
  return useSelector(stack, (open) => open.at(-1) ?? null)
}
