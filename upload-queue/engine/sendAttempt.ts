import { type DrainContext, type ItemEnd, write } from './drainContext.ts'
import { BytesMissing, type WireAnswer } from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import type { Step } from './retryPolicy.ts'

/** What one sending knows besides its item; none of it need outlive a kill. */
export interface SendAttempt {
  item: QueueItem
  /** Whether only the server knows how far it got. */
  doubt: boolean
  /** Whether a second grant was asked for already. */
  renewed: boolean
  /** Pieces in a row that were cut short. */
  stalls: number
  /** The last of them, until the server has said what it has of it. */
  cut: { readonly from: number; readonly tookMs: number; readonly lanes: number } | null
  /** The furthest offset ever confirmed: only beyond it is progress. */
  best: number
  /** Requests in a row without progress, whatever their answers. */
  idle: number
}

/** How a request went on: over for now, or the next one follows. */
export type Turn = ItemEnd | 'continue'

/** One request and its answer. */
export interface Exchange {
  readonly step: Step
  /** Bytes that were in it. */
  readonly sent: number
  readonly tookMs: number
  /** How many files were being sent meanwhile, this one included. */
  readonly lanes: number
  readonly answer: WireAnswer
  readonly grantId: string
}

export function startAttempt(item: QueueItem): SendAttempt {
  return { item, doubt: item.announced, renewed: false, stalls: 0, cut: null, best: item.confirmedOffset, idle: 0 }
}

/** Stops at a piece's border; a person's pause or cancellation stands. */
export async function letGo(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  const now = await run.ports.store.item(item.id)
  if (now?.state !== item.state) return 'parked'
  await write(run, item, { state: 'queued' })
  return run.shouldStop() ? 'stopped' : 'parked'
}

/** Bytes of an item from its rows. @throws BytesMissing when they are not all there */
export async function bytesOf(
  run: DrainContext,
  item: QueueItem,
  [from, to]: readonly [number, number],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await run.ports.store.readBytes(item, from, to)
  if (bytes.length !== to - from) throw new BytesMissing('rows are missing')
  return bytes
}
