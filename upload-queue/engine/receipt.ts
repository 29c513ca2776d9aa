import type { Reconciled } from '#domain/upload/upload.endpoints.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'

export interface Receipt {
  readonly mediaId: number
  /** The server already had this photo: nothing was sent. */
  readonly duplicate: boolean
}

/** Whether the server's hash of the whole file equals ours. */
export function sameBytes(item: Pick<QueueItem, 'sha256'>, sha256: string | null): boolean {
  return item.sha256 !== '' && sha256?.toLowerCase() === item.sha256
}

/** The receipt in a reconcile answer; null when the server has not received the whole photo with an equal hash. */
export function receiptOf(item: QueueItem, known: Reconciled | undefined): Receipt | null {
  if (known?.etat !== 'done' || known.mediaId === null || !sameBytes(item, known.sha256)) return null
  return { mediaId: known.mediaId, duplicate: false }
}

/** Marks an item delivered: its receipt is kept, its bytes are deleted with this change. */
export function deliveredChange(item: QueueItem, receipt: Receipt, now: number): ItemChange & { state: 'done' } {
  return {
    state: 'done',
    ...receipt,
    confirmedOffset: receipt.duplicate ? item.confirmedOffset : item.size,
    deliveredAt: now,
    nextAttemptAt: null,
    waitMs: 0,
    cause: null,
    uploadUrl: null,
  }
}
