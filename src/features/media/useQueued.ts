import { useMemo } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'
import { useUtilisateur } from '#src/api/useSession.ts'
import { useUploadQueue } from '#src/pwa/uploadQueue.ts'
import { arrivingIn, entreesAt, type Grid, itemsIn, missingIn, numberOf, placesOf } from './queued.ts'

/** The photos of this phone in the gallery of their event. */
export interface Queued {
  /** The server's list without those that this phone is just sending. */
  readonly settled: readonly EntreeGalerie[]
  /** Those that the server's answer does not hold yet, newest first; their numbers are below zero. */
  readonly entrees: readonly EntreeGalerie[]
  /** By number: these, and those that were received since the page opened. */
  readonly items: ReadonlyMap<number, QueueItemView>
}

const none: ReadonlyMap<number, QueueItemView> = new Map()

/**
 * The signed-in person's photos that wait for the server, or have just been received by it.
 * @param openedAt when the page opened, milliseconds since 1970
 */
export function useQueued(grid: Grid, openedAt: number): Queued {
  const all = itemsIn(useUploadQueue().items, grid.evenementId)
  const missing = missingIn(grid, all)
  const items = all.length === 0 ? none : byNumber(all, missing, openedAt)
  const entrees = useEntrees(placesOf(missing))
  const settled = useSettledEntrees(grid.entrees, arrivingIn(grid.entrees, all, useUtilisateur()?.id ?? 0))
  return { entrees, items, settled }
}

function useSettledEntrees(entrees: readonly EntreeGalerie[], arriving: string): readonly EntreeGalerie[] {
  return useMemo(() => {
    if (arriving === '') return entrees
    const ids = new Set(arriving.split(' ').map(Number))
    return entrees.filter(({ id }) => !ids.has(id))
  }, [entrees, arriving])
}

/** Laid out anew only when something comes or goes, not with every piece that is sent. */
function useEntrees(places: string): readonly EntreeGalerie[] {
  const { id = 0, prenom = '', nom = '' } = useUtilisateur() ?? {}
  return useMemo(() => entreesAt(places, { id, prenom, nom }), [places, id, prenom, nom])
}

function byNumber(items: readonly QueueItemView[], missing: readonly QueueItemView[], openedAt: number) {
  const received = items.filter(({ state, deliveredAt }) => state === 'done' && (deliveredAt ?? 0) >= openedAt)
  return new Map([
    ...received.map((item) => [item.mediaId ?? 0, item] as const),
    ...missing.map((item) => [numberOf(item.id), item] as const),
  ])
}
