import { useMemo, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import {
  arrivalPlaces,
  entreesAt,
  type Grid,
  itemsIn,
  itemsNotInList,
  numberOf,
  placesOf,
  withoutItemsInFlight,
} from './queued.ts'

/** This device's photos in the gallery of their event. */
export interface Queued {
  /** The server's list without the photos this device is still sending. */
  readonly settled: readonly EntreeGalerie[]
  /** Photos missing from the server's answer, newest first, with negative ids. */
  readonly entrees: readonly EntreeGalerie[]
  /** By id: these, and those received since the page opened. */
  readonly items: ReadonlyMap<number, QueueItemView>
}

interface OwnGrid extends Grid {
  readonly utilisateurId: number
}

const none: ReadonlyMap<number, QueueItemView> = new Map()

/**
 * The signed-in person's photos that are not received, or were just received.
 * @param openedAt when the page opened, milliseconds since 1970
 */
export function useQueued(grid: OwnGrid, openedAt: number): Queued {
  const all = itemsIn(useUploadQueue().items, grid.evenementId)
  const missing = itemsNotInList(grid, all)
  const items = all.length === 0 ? none : byNumber(all, missing, openedAt)
  const entrees = useEntrees(placesOf(missing), grid.utilisateurId)
  const settled = useSettledEntrees(grid, all)
  return { entrees, items, settled }
}

/** Set during render, so that no frame shows a photo twice. */
function useSettledEntrees({ entrees, utilisateurId }: OwnGrid, items: readonly QueueItemView[]) {
  const places = arrivalPlaces(items)
  const [last, setLast] = useState({ entrees, places, settled: entrees })
  if (last.entrees === entrees && last.places === places) return last.settled
  const settled = places === '' ? entrees : withoutItemsInFlight(entrees, { items, utilisateurId, shown: last.settled })
  setLast({ entrees, places, settled })
  return settled
}

/** Recomputed only when a photo is added or removed, not for each uploaded piece. */
function useEntrees(places: string, id: number): readonly EntreeGalerie[] {
  const { prenom = '', nom = '' } = useUtilisateur() ?? {}
  return useMemo(() => entreesAt(places, { id, prenom, nom }), [places, id, prenom, nom])
}

function byNumber(items: readonly QueueItemView[], missing: readonly QueueItemView[], openedAt: number) {
  const received = items.filter(({ state, deliveredAt }) => state === 'done' && (deliveredAt ?? 0) >= openedAt)
  return new Map([
    ...received.map((item) => [item.mediaId ?? 0, item] as const),
    ...missing.map((item) => [numberOf(item.id), item] as const),
  ])
}
