import type { OwnerId } from './engine/owner.ts'
import { isVideo } from './engine/isVideo.ts'
import { countsAsPending, type QueueCause, type QueueState } from './engine/states.ts'

/** One item as every tab shows it. Times are milliseconds since 1970, sizes bytes. */
export interface QueueItemView {
  readonly id: string
  readonly evenementId: number
  readonly name: string
  readonly type: string
  readonly size: number
  /**
   * Size of the picked photo while a compressed version replaces it and the original is stored; otherwise the size to
   * send.
   */
  readonly originalSize: number
  /** Whether a compressed version is sent instead of the original. */
  readonly isLighter: boolean
  /** Which change of version is possible: none once a request for the item may have reached the server. */
  readonly weightChange: 'lighten' | 'restore' | null
  readonly state: QueueState
  /** Whether its bytes are only in the memory of a page: closing that page loses them. */
  readonly isInMemory: boolean
  /** Bytes that the server has confirmed; excludes bytes in flight. */
  readonly confirmedBytes: number
  readonly addedAt: number
  /** When the photo was taken, or added if that is unknown. */
  readonly takenAt: number
  readonly nextAttemptAt: number | null
  readonly deliveredAt: number | null
  readonly mediaId: number | null
  /** The server already had this photo: nothing was sent. */
  readonly duplicate: boolean
  readonly attempts: number
  readonly cause: QueueCause | null
}

/** The current network, and whether uploads may use it. */
export interface NetworkView {
  /** Whether the browser reports the type of the network. Without it there is no preference. */
  readonly isKnown: boolean
  readonly isMobile: boolean
  readonly isWifiOnly: boolean
}

export interface QueueView {
  /** False until the first snapshot was read from IndexedDB. */
  readonly ready: boolean
  /** The owner of `items`; null: no one's are shown. */
  readonly ownerId: OwnerId | null
  /** The items of the owner, oldest first, receipts included. */
  readonly items: readonly QueueItemView[]
  /** Number of items of other people on this device. Nothing but their numbers is exposed. */
  readonly othersCount: number
  /** How many of these are videos. */
  readonly othersVideos: number
  /**
   * `system`: background sync sends while the app is closed. `page`: only an open page sends, because the browser has
   * no background sync, or because a photo needs a grant that only a page can request.
   */
  readonly sending: 'system' | 'page'
  /** Whether the browser granted persistent storage; null when unknown. */
  readonly persisted: boolean | null
  /** Free bytes for the app; null when the browser does not report it. */
  readonly freeBytes: number | null
  readonly network: NetworkView
}

/** How many are not received yet. */
export function pendingCount(items: readonly QueueItemView[]): number {
  return items.filter(countsAsPending).length
}

/** How many of these are videos. */
export function pendingVideos(items: readonly QueueItemView[]): number {
  return items.filter((item) => isVideo(item) && countsAsPending(item)).length
}
