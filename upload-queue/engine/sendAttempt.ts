import { type DrainContext, type ItemEnd, write } from './drainContext.ts'
import { BytesMissing, type WireAnswer } from './ports.ts'
import type { QueueItem } from './queueItem.ts'
import type { Step } from './retryPolicy.ts'

/** State of sending one item, in memory only: the engine recovers without it after a crash. */
export interface SendAttempt {
  item: QueueItem
  /** Whether the confirmed offset must be read from the server. */
  doubt: boolean
  /** Whether a second grant was requested already. */
  renewed: boolean
  /** Consecutive pieces that were cut short. */
  stalls: number
  /** The last one, until the server has confirmed how much of it arrived. */
  cut: { readonly from: number; readonly tookMs: number; readonly lanes: number } | null
  /** The highest confirmed offset: only an offset above it is progress. */
  best: number
  /** Consecutive requests without progress, whatever the answers. */
  idle: number
}

/** Result of one request: the item is finished for now, or the next request follows. */
export type Turn = ItemEnd | 'continue'

export interface Exchange {
  readonly step: Step
  /** Bytes in the request body. */
  readonly sent: number
  readonly tookMs: number
  /** Number of files that were being sent in parallel, this one included. */
  readonly lanes: number
  readonly answer: WireAnswer
  readonly grantId: string
}

export function startAttempt(item: QueueItem): SendAttempt {
  return { item, doubt: item.announced, renewed: false, stalls: 0, cut: null, best: item.confirmedOffset, idle: 0 }
}

/** Stops between two pieces. Keeps a pause or cancellation of the user. */
export async function letGo(run: DrainContext, item: QueueItem): Promise<ItemEnd> {
  const now = await run.ports.store.item(item.id)
  if (now?.state !== item.state) return 'parked'
  await write(run, item, { state: 'queued' })
  return run.shouldStop() ? 'stopped' : 'parked'
}

/** Reads bytes of an item from its rows. @throws BytesMissing when rows are missing */
export async function bytesOf(
  run: DrainContext,
  item: QueueItem,
  [from, to]: readonly [number, number],
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await run.ports.store.readBytes(item, from, to)
  if (bytes.length !== to - from) throw new BytesMissing('rows are missing')
  return bytes
}
