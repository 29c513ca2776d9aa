import type { ItemChange, QueueItem } from './queueItem.ts'
import type { QueueState } from '#upload-queue/queueView.ts'
import type { Reconciled } from '#domain/upload/upload.endpoints.ts'

/** A write of the drainer: it holds only under its epoch and only from the state it saw. */
export interface Move {
  readonly id: string
  readonly from: QueueState
  /** Epoch of the drainer, or null for a person's command, which no lease fences. */
  readonly epoch: number | null
  readonly change: ItemChange
}

/** Where items and their bytes rest. */
export interface ItemStore {
  items(): Promise<QueueItem[]>
  /** All that have not ended, oldest first. */
  live(): Promise<QueueItem[]>
  item(id: string): Promise<QueueItem | undefined>
  /**
   * Changes an item in one transaction; the bytes of an accepted photo go in the one that writes `done` or `cancelled`,
   * and in no other. A half copy goes in the one that writes `lost_source`.
   * @throws Fenced when another drainer took over, ItemMoved when the item is not in `from` any more
   */
  move(move: Move): Promise<QueueItem>
  /**
   * Like {@link move} from `staging` to `lost_source`, for many in one transaction: a screen that reads meanwhile sees all
   * of them lost or none. Those that are not in `staging` any more are left out.
   * @throws Fenced when another drainer took over
   */
  loseCopies(ids: readonly string[], epoch: number | null): Promise<void>
  /** Bytes `from` (included) to `to` (excluded); shorter when they are not all there. */
  readBytes(item: QueueItem, from: number, to: number): Promise<Uint8Array<ArrayBuffer>>
  /** Until when the server asked the whole queue to wait, or null. */
  readPause(): Promise<QueuePause | null>
  writePause(hold: QueuePause | null): Promise<void>
  /** Takes ended items off the list, with their previews. */
  forget(ids: readonly string[]): Promise<void>
}

/** A wait of the whole queue (429). */
export interface QueuePause {
  readonly nextAttemptAt: number
  readonly waitMs: number
}

/** A credential for one person and one event. */
export interface Grant {
  readonly grant: string
  /** Changes with each renewal; the item keeps it in place of the secret. */
  readonly grantId: string
}

/** Why there is no grant: nobody here can ask for that person, no answer came, or the server said no. */
export type NoGrant =
  | { readonly none: 'nobody' }
  | { readonly none: 'network' }
  | { readonly none: 'refused'; readonly status: number; readonly code: string; readonly message: string }

export interface GrantSource {
  find(ownerId: number, evenementId: number): Promise<Grant | null>
  /** Whether a new grant can be asked for here: a page of this person is open. */
  canAsk(ownerId: number): boolean
  /** Asks for another one: there is none, or it was refused. */
  renew(ownerId: number, evenementId: number): Promise<Grant | NoGrant>
}

export function isGrant(answer: Grant | NoGrant): answer is Grant {
  return 'grant' in answer
}

/** Nothing usable came back: no network, no end in time, a captive portal, or we hung up ourselves. */
export interface NoAnswer {
  readonly kind: 'none'
  readonly reason: 'network' | 'stall' | 'portal' | 'interrupted'
}

/** What a tus server said. */
export interface HttpAnswer {
  readonly kind: 'http'
  readonly status: number
  /** Whether our server said it (Tus-Resumable), not a proxy on the way. */
  readonly tus: boolean
  readonly code: string | null
  readonly message: string | null
  readonly retryAfterMs: number | null
  readonly offset: number | null
  /** Address of the upload, checked to lie below the event's uploads on our origin. */
  readonly location: string | null
  readonly mediaId: number | null
  readonly sha256: string | null
  readonly duplicate: boolean
}
export type WireAnswer = NoAnswer | HttpAnswer

export interface ReconcileAnswer {
  readonly answer: WireAnswer
  /** Empty unless the answer is good. */
  readonly known: readonly Reconciled[]
}

/** How one request is sent. */
export interface Sending {
  readonly grant: string
  /** After how many milliseconds without an answer to hang up. */
  readonly limitMs: number
  readonly signal: AbortSignal
}

/** The protocol, tus 1.0. No method ever throws. */
export interface Wire {
  create(item: QueueItem, body: Uint8Array<ArrayBuffer> | null, sending: Sending): Promise<WireAnswer>
  head(url: string, sending: Sending): Promise<WireAnswer>
  patch(url: string, piece: { offset: number; body: Uint8Array<ArrayBuffer> }, sending: Sending): Promise<WireAnswer>
  remove(url: string, sending: Sending): Promise<WireAnswer>
  reconcile(evenementId: number, ids: readonly string[], sending: Sending): Promise<ReconcileAnswer>
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
}

/** Everything the engine touches. */
export interface Ports {
  readonly store: ItemStore
  readonly grants: GrantSource
  readonly wire: Wire
  readonly clock: Clock
  /** A number from 0 (included) to 1 (excluded). */
  readonly random: () => number
  /** The `copier` of every page that is copying files; a name is gone once its page is gone. */
  readonly copiers: () => Promise<ReadonlySet<string>>
  /** Aborted when a person pauses or gives this item up, or when another drainer took over. */
  readonly interruption: (id: string) => AbortSignal
}

/** Another drainer holds the lease: everything this one still wants to write is refused. */
export class Fenced extends Error {
  override name = 'Fenced'
}

/** The item is not where the drainer left it: a person acted. */
export class ItemMoved extends Error {
  override name = 'ItemMoved'
}

/** A move outside the table of states.ts: a fault of the program. */
export class IllegalMove extends Error {
  override name = 'IllegalMove'
}

/** The rows of an item are not all there: the photo cannot be sent from this phone any more. */
export class BytesMissing extends Error {
  override name = 'BytesMissing'
}

/** The phone's storage did not answer, even after it was opened again. */
export class StorageBroken extends Error {
  override name = 'StorageBroken'
}

/** No room left on the phone. */
export class StorageFull extends StorageBroken {
  override name = 'StorageFull'
}
