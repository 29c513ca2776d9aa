import { canLighten, canRestore } from './engine/lighterItem.ts'
import type { QueueItem } from './engine/queueItem.ts'
import { isUnreceived } from './engine/states.ts'
import type { QueueItemView } from './queueView.ts'

/**
 * Converts an item for the screens. A row whose copy failed for lack of storage is sent from the memory of a page.
 * @param isVolatile whether its bytes are only in the memory of this page
 */
export function itemView(item: QueueItem, isVolatile: boolean): QueueItemView {
  const isCopyFailed = item.state === 'staging' && (isVolatile || item.cause !== null)
  const isInMemory = (isVolatile || isCopyFailed) && isUnreceived(item.state)
  return {
    id: item.id,
    evenementId: item.evenementId,
    name: item.name,
    type: item.type,
    size: item.size,
    originalSize: item.original?.size ?? item.size,
    isLighter: item.sha256 !== item.sourceSha256,
    weightChange: isInMemory ? null : weightChangeOf(item),
    state: isCopyFailed ? 'volatile' : item.state,
    isInMemory,
    confirmedBytes: item.confirmedOffset,
    addedAt: item.addedAt,
    takenAt: item.takenAt === null ? item.addedAt : Date.parse(item.takenAt),
    nextAttemptAt: item.nextAttemptAt,
    deliveredAt: item.deliveredAt,
    mediaId: item.mediaId,
    duplicate: item.duplicate,
    attempts: item.attempts,
    cause: item.cause,
  }
}

function weightChangeOf(item: QueueItem): QueueItemView['weightChange'] {
  if (canRestore(item)) return 'restore'
  return canLighten(item) ? 'lighten' : null
}
