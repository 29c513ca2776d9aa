import { useEffect, useState } from 'react'
import { localOwner, type OwnerId } from '#upload-queue/engine/owner.ts'
import { countsAsPending, isPending, type QueueState } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import type { GuestEntry } from '#upload-queue/store/queueDatabase.ts'
import { readQueueView } from '#src/pwa/queue/queueViewStore.ts'
import { readQueue } from '#src/pwa/queue/readQueue.ts'
import { uploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { useItemsOf } from '#src/pwa/queue/useItemsOf.ts'

export interface OtherEntry {
  readonly entry: GuestEntry
  /** Its photos that the server has not received. */
  readonly items: readonly QueueItemView[]
  /** Whether all of them belong to the guest and are sent without an action of the person. */
  readonly isSending: boolean
}

const sendingStates: ReadonlySet<QueueState> = new Set(['queued', 'sending', 'finalizing', 'waiting_net', 'backoff'])

/** The entries of other guests on this device whose photos wait. @param utilisateurId the signed-in person */
export function useOtherEntries(utilisateurId: number): readonly OtherEntry[] {
  const [entries, setEntries] = useState<readonly GuestEntry[]>([])
  useEffect(() => {
    const read = async () => {
      // Only photos count: an entry without them waits for the sign-out.
      const all = readQueueView().othersCount === 0 ? [] : await uploadQueue.entries()
      return all.filter((entry) => entry.utilisateurId !== utilisateurId)
    }
    return readQueue(read, (found) =>
      setEntries((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found)),
    )
  }, [utilisateurId])
  const itemsOf = useItemsOf(entries.flatMap(ownersOf))
  if (itemsOf === null) return []
  const photosOf = (owner: OwnerId) =>
    (itemsOf.get(owner) ?? []).filter((item) => isPending(item.state) && countsAsPending(item))
  return entries
    .map((entry) => {
      const items = ownersOf(entry).flatMap(photosOf)
      const isSending =
        photosOf(localOwner(entry.key)).length === 0 && items.every(({ state }) => sendingStates.has(state))
      return { entry, items, isSending }
    })
    .filter(({ items }) => items.length > 0)
}

/** The guest has the photos once a grant was there, and the storage had room. */
function ownersOf({ key, utilisateurId }: GuestEntry): OwnerId[] {
  return utilisateurId === null ? [localOwner(key)] : [localOwner(key), utilisateurId]
}
