import type { QueueItem } from './engine/queueItem.ts'
import { isEnded } from './engine/states.ts'
import type { QueueItemView } from './queueView.ts'

/**
 * An item as the screens see it.
 * @param isVolatile whether its bytes are only in this page's memory; that outweighs every other state of waiting
 */
export function itemView(item: QueueItem, isVolatile: boolean): QueueItemView {
  const staysInView = isEnded(item.state) || item.state === 'failed' || item.state === 'cancelling'
  return {
    id: item.id,
    evenementId: item.evenementId,
    name: item.name,
    type: item.type,
    size: item.size,
    state: isVolatile && !staysInView ? 'volatile' : item.state,
    confirmedBytes: item.confirmedOffset,
    addedAt: item.addedAt,
    nextAttemptAt: item.nextAttemptAt,
    deliveredAt: item.deliveredAt,
    mediaId: item.mediaId,
    duplicate: item.duplicate,
    attempts: item.attempts,
    cause: item.cause,
  }
}
