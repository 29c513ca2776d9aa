import type { QueueCause, QueueState } from '#upload-queue/queueView.ts'

/** One photo or video of the queue, as it is kept on the phone. Times are milliseconds since 1970, sizes bytes. */
export interface QueueItem {
  /** UUIDv7; also the client upload id that the server knows it by. */
  readonly id: string
  readonly ownerId: number
  readonly evenementId: number
  readonly name: string
  readonly type: string
  /** ISO 8601. */
  readonly takenAt: string | null
  /** While staging, the size of the picked file; then of the bytes that are sent. */
  readonly size: number
  /** SHA-256 of the bytes that are sent, lower-case hex; empty while staging. */
  readonly sha256: string
  /** SHA-256 of the file as it was picked, before any compression. */
  readonly sourceSha256: string
  readonly rowCount: number
  /** The picked photo while a lighter version goes in its place: its rows stay until the item has ended. */
  readonly original?: Contents
  readonly state: QueueState
  /** While staging, the Web Lock of the page that copies the file (copyLockName); rows of older versions have none. */
  readonly copier?: string
  /** Answers in a row that asked to try later; progress sets it back to 0. */
  readonly attempts: number
  /** Times in a row that no answer came: items without any go first. */
  readonly netFailures: number
  /** Answers in a row that moved nothing. */
  readonly noProgress: number
  /** When the upload had to be created again; three within 24 h are the limit. */
  readonly recreations: readonly number[]
  readonly nextAttemptAt: number | null
  /** How long that wait was meant to be: a clock set back must not make it longer. */
  readonly waitMs: number
  readonly cause: QueueCause | null
  /** Whether the server may have heard of it. */
  readonly announced: boolean
  readonly uploadUrl: string | null
  readonly confirmedOffset: number
  readonly mediaId: number | null
  readonly duplicate: boolean
  /** Which grant was refused; another one is worth a try. */
  readonly refusedGrantId: string | null
  /** Epoch of the drainer that wrote it last; 0 for a person's command. */
  readonly epoch: number
  readonly addedAt: number
  readonly deliveredAt: number | null
}

/** What describes the bytes of an item. */
export type Contents = Pick<QueueItem, 'size' | 'sha256' | 'type' | 'rowCount'>

/** What a move may change. */
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

/** An item before its copy. */
export function stagingItem(file: StagedFile): QueueItem {
  return { ...fresh, ...file, rowCount: rowCountOf(file.size) }
}

/** How many rows hold so many bytes. */
export function rowCountOf(size: number): number {
  return Math.ceil(size / rowBytes)
}

/** Bytes of one row: 1 MiB. */
export const rowBytes = 1024 * 1024

/** Whether the wait of an item is over. A clock set back counts as over: no wait grows by itself (I10). */
export function isDue(item: Pick<QueueItem, 'nextAttemptAt' | 'waitMs'>, now: number): boolean {
  if (item.nextAttemptAt === null) return true
  return now >= item.nextAttemptAt || now < item.nextAttemptAt - item.waitMs
}
