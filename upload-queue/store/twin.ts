import type { IDBPTransaction } from 'idb'
import { recordTransition } from './journal.ts'
import type { QueueSchema } from './queueDatabase.ts'
import type { StoredItem } from './storedItem.ts'
import { rowsOf } from './rowRange.ts'
import type { UnsavedItems } from './unsavedItems.ts'

type TwinTransaction<N extends ('items' | 'rows' | 'journal')[]> = IDBPTransaction<QueueSchema, N, 'readwrite'>

/** The key under which one photo of one person and event can be active only once. */
export function liveKeyOf({ ownerId, evenementId }: StoredItem, sourceSha256: string): string {
  return `${ownerId}:${evenementId}:${sourceSha256}`
}

/**
 * Frees the live key for an item: of two active items with the same photo one ends. A twin that failed is replaced by an
 * item that did not, and one whose bytes cannot be read by any other. A twin that is being cancelled continues on its
 * own. Any other twin keeps the key.
 * @returns `free`, or `taken` when the other item keeps it and `item` has ended; `twinId` names a changed twin
 */
export async function freeLiveKey(
  transaction: TwinTransaction<['items', 'rows', 'journal']>,
  { item, liveKey, at, unsaved }: { item: StoredItem; liveKey: string; at: number; unsaved: UnsavedItems },
): Promise<{ readonly key: 'free' | 'taken'; readonly twinId: string | null }> {
  const items = transaction.objectStore('items')
  const stored = await items.index('live').get(liveKey)
  // With a full storage its row may be older than its state: the person may have deleted it since.
  const twin = stored && unsaved.currentOf(stored.id, stored)
  if (!twin || twin.id === item.id) return { key: 'free', twinId: null }
  if (twin.state === 'cancelling') {
    await items.put({ ...twin, liveKey: `cancelling:${twin.id}` })
    return { key: 'free', twinId: twin.id }
  }
  const isReplaced = valueOf(twin) < valueOf(item)
  await endItem(transaction, isReplaced ? twin : item, at)
  return { key: isReplaced ? 'free' : 'taken', twinId: twin.id }
}

/** Which of two copies of a photo is kept: rather one that can be sent, and one that can be read. */
function valueOf({ state }: StoredItem): number {
  if (state === 'blocked_storage') return 0
  return state === 'failed' ? 1 : 2
}

async function endItem(
  transaction: TwinTransaction<['items', 'rows', 'journal']>,
  item: StoredItem,
  at: number,
): Promise<void> {
  const { liveKey: _gone, ...rest } = item
  const cancelled: StoredItem = { ...rest, state: 'cancelled', epoch: 0 }
  await transaction.objectStore('rows').delete(rowsOf(item.id))
  await transaction.objectStore('items').put(cancelled)
  await recordTransition(transaction.objectStore('journal'), cancelled, { from: item.state, at })
}
