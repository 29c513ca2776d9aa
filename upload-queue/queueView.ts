/** States of an item, in the words of upload-queue/engine/states.ts; the screen has one French sentence for each. */
export type QueueState =
  | 'staging'
  | 'queued'
  | 'sending'
  | 'finalizing'
  | 'waiting_net'
  | 'backoff'
  | 'waiting_auth'
  | 'blocked'
  | 'blocked_storage'
  | 'volatile'
  | 'paused'
  | 'failed'
  | 'cancelling'
  | 'cancelled'
  | 'done'
  | 'lost_source'

/** Why an item does not go on by itself: what the server (or the phone) said. */
export interface QueueCause {
  readonly class: 'network' | 'server' | 'auth' | 'refused' | 'blocked' | 'storage' | 'rate'
  /** HTTP status, or null when no answer came. */
  readonly status: number | null
  /** Code of domain/contract/errors.ts when the server gave one. */
  readonly code: string | null
  /** The server's French sentence, ready to show; null when there is none. */
  readonly message: string | null
  /** Milliseconds since 1970. */
  readonly at: number
}

/** One item as every tab shows it. Times are milliseconds since 1970, sizes bytes. */
export interface QueueItemView {
  readonly id: string
  readonly evenementId: number
  readonly name: string
  readonly type: string
  readonly size: number
  /** Bytes of the photo as it was picked, while the phone keeps it beside a lighter version; else those that are sent. */
  readonly originalSize: number
  /** Whether a lighter version of it goes, or went. */
  readonly isLighter: boolean
  /** What may be changed of that: nothing once the server may have heard of it. */
  readonly weightChange: 'lighten' | 'restore' | null
  readonly state: QueueState
  /** Bytes the server has confirmed; never what was merely sent. */
  readonly confirmedBytes: number
  readonly addedAt: number
  /** When it was taken; when it was added, as long as nothing says that. */
  readonly takenAt: number
  readonly nextAttemptAt: number | null
  readonly deliveredAt: number | null
  readonly mediaId: number | null
  /** The server already had this very photo: nothing was sent. */
  readonly duplicate: boolean
  readonly attempts: number
  readonly cause: QueueCause | null
}

/** The line that photos leave by, and what its person wants of it. */
export interface NetworkView {
  /** Whether the browser tells its kind; where it does not there is nothing to choose. */
  readonly isKnown: boolean
  /** Mobile data, just now. */
  readonly isMobile: boolean
  /** Whether photos wait for Wi-Fi. */
  readonly isWifiOnly: boolean
}

/** All that the screens know of the queue. */
export interface QueueView {
  /** False until the first snapshot was read from IndexedDB. */
  readonly ready: boolean
  /** The signed-in person's items, oldest first, receipts included. */
  readonly items: readonly QueueItemView[]
  /** How many items of other people rest on this device; never more than a count. */
  readonly othersCount: number
  /** Whether the system sends with the app closed (`system`) or only an open page does (`page`). */
  readonly sending: 'system' | 'page'
  /** Whether the browser promised to keep the storage; null when it cannot say. */
  readonly persisted: boolean | null
  /** Bytes still free for the app; null when the browser does not tell. */
  readonly freeBytes: number | null
  readonly line: NetworkView
}
