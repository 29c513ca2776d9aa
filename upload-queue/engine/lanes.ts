import { isBrief, isQuick } from './throughput.ts'
import type { DrainContext } from './drainContext.ts'
import type { QueueItem } from './queueItem.ts'

type Sizes = readonly Pick<QueueItem, 'size'>[]

/**
 * Whether an item may be sent beside those in flight: on a line that one connection does not fill (laneTrial.ts), once a
 * file of this drain was delivered; else two files that take less than 1 s each, or, after a delivery, less than 15 s.
 * One file then uses the bandwidth while the other waits for its answer.
 * @param lanes number of files that this page or worker sends in parallel at most
 */
export function mayJoin(
  { inFlight, throughput, trial }: DrainContext,
  item: QueueItem,
  { lanes, hasDelivered }: { lanes: number; hasDelivered: boolean },
): boolean {
  if (inFlight.size === 0) return true
  if (inFlight.size >= lanes) return false
  if (hasDelivered && inFlight.size < trial.allowed) return true
  const sizes = [...itemsIn(inFlight), item]
  return sizes.length === 2 && areAll(sizes, hasDelivered ? isBrief : isQuick, throughput)
}

/**
 * Whether an item in flight stops after its chunk: the one that was started last, when more are in flight than may be
 * now. The trial has shown that its lane brings nothing, or the line has become slower. It is the next one to be sent.
 */
export function isSurplus({ inFlight, throughput, trial }: DrainContext, { id }: Pick<QueueItem, 'id'>): boolean {
  const items = itemsIn(inFlight)
  if (items.length <= trial.allowed || items.at(-1)?.id !== id) return false
  return !(items.length === 2 && areAll(items, isBrief, throughput))
}

function itemsIn(inFlight: DrainContext['inFlight']): QueueItem[] {
  return Array.from(inFlight.values(), ({ item }) => item)
}

function areAll(items: Sizes, fits: typeof isBrief, throughput: DrainContext['throughput']): boolean {
  return items.every(({ size }) => fits(throughput, size))
}
