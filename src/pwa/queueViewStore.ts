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

/** What the screens see now; the same object until something changes. */
export function readQueueView(): QueueView {
  return view
}

/** Tells `listener` of every new view; gives back how to stop. */
export function subscribeQueueView(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Replaces what is given and tells everybody. */
export function showQueue(change: Partial<QueueView>): void {
  view = { ...view, ...change }
  for (const listener of listeners) listener()
}

/** Forgets everything that was shown, at logout. */
export function clearQueueView(): void {
  view = empty
  for (const listener of listeners) listener()
}
