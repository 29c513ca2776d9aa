import { useEffect, useRef } from 'react'
import { useUploadQueue } from '#src/pwa/queue/uploadQueue.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'

/** Calls `onDelivered` with the event id of each photo that the server receives while the app is open. */
export function useDelivered(onDelivered: (evenementId: number) => void): void {
  const { ready, items } = useUploadQueue()
  const known = useRef<ReadonlySet<string> | null>(null)
  const latest = useLatest(onDelivered)
  useEffect(() => {
    if (!ready) return
    const received = items.filter(({ state }) => state === 'done')
    const before = known.current
    known.current = new Set(received.map(({ id }) => id))
    if (before === null) return
    const events = new Set(received.filter(({ id }) => !before.has(id)).map(({ evenementId }) => evenementId))
    for (const evenementId of events) latest.current(evenementId)
  }, [ready, items, latest])
}
