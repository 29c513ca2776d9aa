import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import type { QueueState } from '#upload-queue/queueView.ts'

/** One transition, for finding faults: no name of a person or file, no address, no credential. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly itemId: string
  readonly from: QueueState | null
  readonly to: QueueState
  readonly epoch: number
  readonly offset: number
  readonly status: number | null
  readonly code: string | null
}

/** How many transitions are kept. */
export const journalLength = 1000

interface Journal {
  add(entry: JournalEntry): Promise<number>
  delete(range: IDBKeyRange): Promise<void>
}

/** Notes a transition in the transaction that makes it. */
export async function note(
  journal: Journal,
  item: QueueItem,
  { from, at }: { from: QueueState | null; at: number },
): Promise<void> {
  if (from === item.state) return
  const key = await journal.add({
    at,
    itemId: item.id,
    from,
    to: item.state,
    epoch: item.epoch,
    offset: item.confirmedOffset,
    status: item.cause?.status ?? null,
    code: item.cause?.code ?? null,
  })
  await journal.delete(IDBKeyRange.upperBound(key - journalLength))
}
