import { createStore } from '@tanstack/react-store'
import type { QueueView } from '#upload-queue/queueView.ts'

const empty: QueueView = {
  ready: false,
  ownerId: null,
  items: [],
  othersCount: 0,
  othersVideos: 0,
  sending: 'page',
  persisted: null,
  freeBytes: null,
  network: { isKnown: false, isMobile: false, isWifiOnly: false },
}
/** The queue as the screens show it, the same in every tab. */
export const queueViewStore = createStore(empty)

/** Current snapshot; the same object until something changes. */
export function readQueueView(): QueueView {
  return queueViewStore.get()
}

/** Replaces some fields of the view. */
export function showQueue(change: Partial<QueueView>): void {
  queueViewStore.setState((view) => ({ ...view, ...change }))
}

/** Clears the view, at logout. */
export function clearQueueView(): void {
  queueViewStore.setState(() => empty)
}
