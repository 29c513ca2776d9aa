import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueConnection } from './queueDatabase.ts'
import type { StoredItem } from './storedItem.ts'
import { freeLiveKey, liveKeyOf } from './twin.ts'

/**
 * Gives the photos of one owner to a person of the server, in one transaction with strict durability: after a crash all
 * photos have either owner. A photo that the person has queued for the event already is not kept twice. Idempotent.
 * @param at milliseconds since 1970, for the journal
 * @returns ids of the changed items
 */
export function bindItems(
  connection: QueueConnection,
  { from, to, at }: { from: OwnerId; to: number; at: number },
): Promise<string[]> {
  const { unsaved } = connection
  return connection.transact(['items', 'rows', 'journal'], async (transaction) => {
    const items = transaction.objectStore('items')
    const changed: string[] = []
    for (const item of unsaved.currentOfAll(await items.index('owner').getAll(from))) {
      const bound: StoredItem = { ...item, ownerId: to }
      // A photo that is being cancelled takes the place of no other.
      const isCopied = item.sourceSha256 !== '' && item.liveKey !== undefined && item.state !== 'cancelling'
      if (item.state === 'cancelling') bound.liveKey = `cancelling:${item.id}`
      if (isCopied) bound.liveKey = liveKeyOf(bound, item.sourceSha256)
      const twin = isCopied
        ? await freeLiveKey(transaction, { item: bound, liveKey: liveKeyOf(bound, item.sourceSha256), at, unsaved })
        : null
      if (twin?.key !== 'taken') await items.put(bound)
      changed.push(item.id, ...(twin?.twinId ? [twin.twinId] : []))
    }
    return changed
  })
}
