import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'

/** One transition, for diagnosis. Contains no name of a person or file, no address, no credential. */
export interface JournalEntry {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly itemId: string
  /** The owner of the item at that moment; absent in entries of an earlier version. */
  readonly ownerId?: OwnerId
  readonly from: QueueState | null
  readonly to: QueueState
  readonly epoch: number
  readonly offset: number
  readonly status: number | null
  readonly code: string | null
}

/** Entries that the journal keeps. */
export const journalLength = 1000

interface Journal {
  add(entry: JournalEntry): Promise<number>
  delete(range: IDBKeyRange): Promise<void>
}

/** Records a transition in the transaction that makes it. */
export async function recordTransition(
  journal: Journal,
  item: QueueItem,
  { from, at }: { from: QueueState | null; at: number },
): Promise<void> {
  await recordTransitions(journal, [{ item, from }], at)
}

/** Records many transitions of one transaction, and deletes entries beyond `journalLength`. */
export async function recordTransitions(
  journal: Journal,
  transitions: readonly { item: QueueItem; from: QueueState | null }[],
  at: number,
): Promise<void> {
  const entries = transitions.filter(({ item, from }) => from !== item.state)
  const keys = await Promise.all(entries.map(({ item, from }) => journal.add(entryOf(item, { from, at }))))
  if (keys.length > 0) await journal.delete(IDBKeyRange.upperBound(Math.max(...keys) - journalLength))
}

function entryOf(item: QueueItem, { from, at }: { from: QueueState | null; at: number }): JournalEntry {
  return {
    at,
    itemId: item.id,
    ownerId: item.ownerId,
    from,
    to: item.state,
    epoch: item.epoch,
    offset: item.confirmedOffset,
    status: item.cause?.status ?? null,
    code: item.cause?.code ?? null,
  }
}
