import type { QueueItem } from '#upload-queue/engine/queueItem.ts'

export interface StoredItem extends QueueItem {
  /** Person, event and source hash while the item has not ended: the same photo cannot be queued twice. */
  liveKey?: string
  /** The write id: identifies the last write, so that a retry after a lost connection is idempotent. */
  stamp?: string
}
