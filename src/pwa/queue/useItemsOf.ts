import { useEffect, useState } from 'react'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { readQueue } from './readQueue.ts'
import { uploadQueue } from './uploadQueue.ts'

type Items = readonly QueueItemView[]

/**
 * The photos of other owners than the person of this page, read again after each change of the queue. Only for guests
 * who left this device and for its entries: no login shows theirs.
 * @returns null until they are read
 */
export function useItemsOf<Owner extends OwnerId>(ownerIds: readonly Owner[]): ReadonlyMap<Owner, Items> | null {
  const [shown, setShown] = useState<ReadonlyMap<Owner, Items> | null>(ownerIds.length === 0 ? new Map() : null)
  const key = JSON.stringify(ownerIds)
  useEffect(() => {
    const owners = JSON.parse(key) as Owner[]
    if (owners.length === 0) return undefined
    const readOne = async (ownerId: Owner) => [ownerId, await uploadQueue.itemsOf(ownerId)] as const
    return readQueue(
      () => Promise.all(owners.map(readOne)),
      (items) => setShown(new Map(items)),
    )
  }, [key])
  return shown
}
