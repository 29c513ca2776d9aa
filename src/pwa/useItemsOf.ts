import { useEffect, useState } from 'react'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { queueViewStore } from './queueViewStore.ts'
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
    const end = new AbortController()
    const owners = JSON.parse(key) as Owner[]
    const readOne = async (ownerId: Owner) => [ownerId, await uploadQueue.itemsOf(ownerId)] as const
    const read = async () => {
      const items = await Promise.all(owners.map(readOne))
      if (!end.signal.aborted) setShown(new Map(items))
    }
    // The chunk of the queue may fail to load: the next change reads again.
    const readSafely = () => void read().catch(() => undefined)
    readSafely()
    // The view changes also when items of other owners do.
    const { unsubscribe } = queueViewStore.subscribe(readSafely)
    return () => {
      end.abort()
      unsubscribe()
    }
  }, [key])
  return shown
}
