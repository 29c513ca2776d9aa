import type { QueueView } from '#upload-queue/queueView.ts'

const empty: QueueView = {
  ready: false,
  items: [],
  othersCount: 0,
  sending: 'page',
  persisted: null,
  freeBytes: null,
  line: { isKnown: false, isMobile: false, isWifiOnly: false },
}
let view = empty
const listeners = new Set<() => void>()

/** Current snapshot; the same object until something changes. */
export function readQueueView(): QueueView {
  return view
}

/** Calls `listener` on every change. @returns the unsubscribe function */
export function subscribeQueueView(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function showQueue(change: Partial<QueueView>): void {
  view = { ...view, ...change }
  for (const listener of listeners) listener()
}

/** Clears the view, at logout. */
export function clearQueueView(): void {
  view = empty
  for (const listener of listeners) listener()
}
