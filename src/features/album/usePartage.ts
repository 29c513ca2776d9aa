import { useEffect, useMemo, useState } from 'react'
import type { ChoixAlbum } from '#domain/album/album.ts'
import { shareFiles } from '#src/pwa/queue/saveToPhone.ts'
import { useOnce } from '#src/ui/form/useOnce.ts'
import { fetchLot, useRecus } from './album.queries.ts'
import { type Fichier, partageLots } from './partageLots.ts'

interface Options {
  evenementId: number
  choix: ChoixAlbum
  fichiers: readonly Fichier[]
}

interface Arrival {
  /** Identifies the batch and the attempt. */
  readonly key: string
  readonly octets: number
  readonly files: readonly File[] | null
  readonly failure: Error | null
}

/** Shares the batches of an album one after the other: fetch, share on a tap, mark as received. */
export function usePartage({ evenementId, choix, fichiers }: Options) {
  const lots = useMemo(() => partageLots(fichiers), [fichiers])
  const [index, setIndex] = useState(0)
  const [tries, setTries] = useState(0)
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const once = useOnce()
  const recus = useRecus(evenementId, choix)
  const key = `${index}.${tries}`
  useEffect(() => {
    const lot = lots[index]
    if (!lot) return undefined
    // When the sheet is closed the download ends: it would use up the person's mobile data.
    const left = new AbortController()
    const { signal } = left
    const updateArrival = (change: Omit<Arrival, 'key'>) => signal.aborted || setArrival({ key, ...change })
    const onArrived = (octets: number) => updateArrival({ octets, files: null, failure: null })
    fetchLot(lot, { onArrived, signal }).then(
      (files) => updateArrival({ octets: 0, files, failure: null }),
      (failure: Error) => updateArrival({ octets: 0, files: null, failure }),
    )
    return () => left.abort()
  }, [lots, index, key])
  const now = arrival?.key === key ? arrival : null
  const lot = lots[index] ?? []
  return {
    total: fichiers.length,
    done: lots.slice(0, index).reduce((sum, { length }) => sum + length, 0),
    lot,
    /** Bytes of the batch received. */
    arrived: now?.octets ?? 0,
    isReady: now?.files != null,
    failure: now?.failure ?? null,
    retry: () => setTries(tries + 1),
    /** Opens the share sheet; when the person closes it, another tap is needed. */
    give: () =>
      // Browsers refuse to share while another share is open.
      once(async () => {
        if (!now?.files) return
        const given = await shareFiles(now.files).catch((failure: Error) => failure)
        if (given instanceof Error) setArrival({ key, octets: 0, files: null, failure: given })
        if (given !== true) return
        recus.mutate(lot.map(({ id }) => id))
        setIndex(index + 1)
      }),
  }
}
