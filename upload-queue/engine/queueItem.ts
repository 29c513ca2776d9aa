import type { OwnerId } from './owner.ts'
import type { QueueCause, QueueState } from './states.ts'

/** One photo or video of the queue, as stored on the device. Times are milliseconds since 1970, sizes bytes. */
export interface QueueItem {
  /** UUIDv7; sent to the server as the client upload id. */
  readonly id: string
  readonly ownerId: OwnerId
  readonly evenementId: number
  readonly name: string
  readonly type: string
  /** ISO 8601. */
  readonly takenAt: string | null
  /** While staging, the size of the picked file; afterwards the number of bytes to send. */
  readonly size: number
  /** SHA-256 of the bytes to send, lower-case hex; empty while staging. */
  readonly sha256: string
  /** SHA-256 of the picked file, before compression. */
  readonly sourceSha256: string
  readonly rowCount: number
  /** The picked photo when a compressed version is sent instead. Its rows stay until the item has ended. */
  readonly original?: Contents
  readonly state: QueueState
  /**
   * While staging, the Web Lock of the page that copies the file (copyLockName). Rows of older app versions have none.
   */
  readonly copier?: string
  /** Consecutive answers that asked to retry later; reset on progress. */
  readonly attempts: number
  /** Consecutive attempts without an answer. Items without such attempts go first. */
  readonly netFailures: number
  /** Consecutive answers without progress. */
  readonly noProgress: number
  /** Times at which the upload was created again; at most three within 24 h. */
  readonly recreations: readonly number[]
  readonly nextAttemptAt: number | null
  /** The length of that wait. If the clock is set back, the item does not wait longer than this. */
  readonly waitMs: number
  readonly cause: QueueCause | null
  /** Whether a request for the item may have reached the server. */
  readonly announced: boolean
  readonly uploadUrl: string | null
  readonly confirmedOffset: number
  readonly mediaId: number | null
  readonly duplicate: boolean
  /** The grant that the server rejected; any other grant may be tried. */
  readonly refusedGrantId: string | null
  /** Fencing number of the drainer that last wrote the item; 0 for a user command. */
  readonly epoch: number
  readonly addedAt: number
  readonly deliveredAt: number | null
}

/** What describes the bytes of an item. */
export type Contents = Pick<QueueItem, 'size' | 'sha256' | 'type' | 'rowCount'>

export type ItemChange = Partial<Omit<QueueItem, 'id' | 'ownerId' | 'evenementId' | 'epoch'>>

const fresh = {
  sha256: '',
  sourceSha256: '',
  state: 'staging',
  attempts: 0,
  netFailures: 0,
  noProgress: 0,
  recreations: [],
  nextAttemptAt: null,
  waitMs: 0,
  cause: null,
  announced: false,
  uploadUrl: null,
  confirmedOffset: 0,
  mediaId: null,
  duplicate: false,
  refusedGrantId: null,
  epoch: 0,
  deliveredAt: null,
} as const satisfies Partial<QueueItem>

/** What is known of a file when it is picked. */
export type StagedFile = Pick<
  QueueItem,
  'id' | 'ownerId' | 'evenementId' | 'name' | 'type' | 'takenAt' | 'size' | 'addedAt'
>

/** A new item in `staging`, before its bytes are copied. */
export function stagingItem(file: StagedFile): QueueItem {
  return { ...fresh, ...file, rowCount: rowCountOf(file.size) }
}

/** Number of rows of {@link rowBytes} for `size` bytes. */
export function rowCountOf(size: number): number {
  return Math.ceil(size / rowBytes)
}

/** Bytes of one row in the database; the last row of a file is shorter. */
export const rowBytes = 1024 * 1024

/** Whether the item's wait is over. A clock that was set back ends it too: otherwise the wait would grow. */
export function isDue(item: Pick<QueueItem, 'nextAttemptAt' | 'waitMs'>, now: number): boolean {
  if (item.nextAttemptAt === null) return true
  return now >= item.nextAttemptAt || now < item.nextAttemptAt - item.waitMs
}
