import type { OwnerId } from './owner.ts'
import type { ItemChange, QueueItem } from './queueItem.ts'
import type { QueueState } from './states.ts'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'

/** A state change. It is applied only when `epoch` is current and the item is still in `from`. */
export interface Move {
  readonly id: string
  readonly from: QueueState
  /** Fencing number of the drainer, or null for a user command, which no lease fences. */
  readonly epoch: number | null
  readonly change: ItemChange
}

/**
 * Rows and bytes of the queue: store/queueStore.ts, and store/memoryStore.ts without storage. Every method rejects with
 * StorageBroken when the storage of the device fails.
 */
export interface ItemStore {
  /** All items of all people, also ended ones that are not forgotten, in no order. */
  items(): Promise<QueueItem[]>
  /** All items that have not ended, oldest first. */
  live(): Promise<QueueItem[]>
  /** One item, ended or not; undefined when it does not exist or was forgotten. */
  item(id: string): Promise<QueueItem | undefined>
  /**
   * Changes an item in one transaction. The bytes of an accepted photo are deleted only in the transaction that writes
   * `done` or `cancelled`. The bytes of an incomplete copy are deleted with `lost_source`.
   * @returns the changed item
   * @throws Fenced when another drainer took over, ItemMoved when the item is no longer in `from`, IllegalMove
   */
  move(move: Move): Promise<QueueItem>
  /**
   * Like {@link move} from `staging` to `lost_source`, for many items in one transaction: a concurrent reader sees all
   * changes or none. Skips items that are no longer in `staging`.
   * @throws Fenced when another drainer took over
   */
  loseCopies(ids: readonly string[], epoch: number | null): Promise<void>
  /** Bytes from `from` (inclusive) to `to` (exclusive). Shorter when rows are missing. */
  readBytes(item: QueueItem, from: number, to: number): Promise<Uint8Array<ArrayBuffer>>
  /** The pause of the whole queue that the server requested, or null. */
  readPause(): Promise<QueuePause | null>
  writePause(pause: QueuePause | null): Promise<void>
  /** Deletes ended items and their previews. @throws IllegalMove when one of them has not ended */
  forget(ids: readonly string[]): Promise<void>
}

/** A pause of the whole queue (429). */
export interface QueuePause {
  /** End of the pause, milliseconds since 1970. */
  readonly nextAttemptAt: number
  /** Its length in milliseconds, so that a clock that is set back does not make it longer (queueItem.ts, isDue). */
  readonly waitMs: number
}

/** A credential for one person and one event. */
export interface Grant {
  readonly grant: string
  /** Changes with each renewal. Items store it instead of the secret. */
  readonly grantId: string
}

/** Why there is no grant: no session of this person here, no answer, or the server refused. */
export type NoGrant =
  | { readonly none: 'no_session' }
  | { readonly none: 'network' }
  | { readonly none: 'refused'; readonly status: number; readonly code: string; readonly message: string }

/** Pages use src/pwa/queue/pageGrants.ts, which can renew a grant; the worker reads only the grants that pages stored. */
export interface GrantSource {
  /** The stored grant, which may have expired; null when there is none. */
  find(ownerId: OwnerId, evenementId: number): Promise<Grant | null>
  /** Whether a new grant can be requested here: a page of this person is open. */
  canRenew(ownerId: OwnerId): boolean
  /** Requests a new grant when none exists or the server rejected the last one. */
  renew(ownerId: OwnerId, evenementId: number): Promise<Grant | NoGrant>
}

/** Whether a renewal has returned a grant. */
export function isGrant<Given extends Pick<Grant, 'grant'>>(answer: Given | NoGrant): answer is Given {
  return 'grant' in answer
}

/** No usable answer: no network, timeout, captive portal, or aborted by us. */
export interface NoAnswer {
  readonly kind: 'none'
  readonly reason: 'network' | 'stall' | 'portal' | 'interrupted'
}

/** Answer of a tus server. */
export interface HttpAnswer {
  readonly kind: 'http'
  readonly status: number
  /** Whether the answer is from our server (Tus-Resumable header), not from a proxy. */
  readonly tus: boolean
  readonly code: string | null
  readonly message: string | null
  readonly retryAfterMs: number | null
  readonly offset: number | null
  /** Path of the upload, verified to be below the uploads of the event on our origin. */
  readonly location: string | null
  readonly mediaId: number | null
  readonly sha256: string | null
  readonly duplicate: boolean
}
export type WireAnswer = NoAnswer | HttpAnswer

/** The server's state of several items. */
export interface ReconcileAnswer {
  readonly answer: WireAnswer
  /** Empty unless the request succeeded. */
  readonly known: readonly Reconciled[]
}

/** What every request of the wire needs besides its address and body. */
export interface RequestOptions {
  readonly grant: string
  /** Timeout in milliseconds. */
  readonly limitMs: number
  readonly signal: AbortSignal
}

/**
 * The tus 1.0 protocol: wire/tusWire.ts. No method throws. `url` is the path of an upload, as `location` of an answer
 * gives it.
 */
export interface Wire {
  /** Creates an upload (POST). @param body the whole file; null: its bytes follow by `patch` */
  create(item: QueueItem, body: Uint8Array<ArrayBuffer> | null, options: RequestOptions): Promise<WireAnswer>
  /** Asks how many bytes the server has, or for the receipt. */
  head(url: string, options: RequestOptions): Promise<WireAnswer>
  /** Sends bytes. @param chunk offset: position of its first byte in the file, which must be the one the server has */
  patch(
    url: string,
    chunk: { offset: number; body: Uint8Array<ArrayBuffer> },
    options: RequestOptions,
  ): Promise<WireAnswer>
  /** Deletes an upload on the server (DELETE, termination). */
  remove(url: string, options: RequestOptions): Promise<WireAnswer>
  /**
   * Asks for the state of several items of an event.
   * @param ids the ids of the items, under which the server knows their uploads
   * @param options annuler: the server must refuse a creation of these that arrives later, if it does not know them
   */
  reconcile(
    evenementId: number,
    ids: readonly string[],
    options: RequestOptions & { readonly annuler?: true },
  ): Promise<ReconcileAnswer>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** What the engine needs from a page, the worker or a test. */
export interface Ports {
  readonly store: ItemStore
  readonly grants: GrantSource
  /** The tus client (wire/tusWire.ts). A creation may carry a whole small file. */
  readonly wire: Wire
  readonly clock: Clock
  /** A number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number
  /** The `copier` names of all pages that are copying files. A name disappears with its page. */
  readonly copiers: () => Promise<ReadonlySet<string>>
  /** Aborted when the user pauses or cancels this item, or when another drainer took over. */
  readonly interruption: (id: string) => AbortSignal
}
