import { queueViewStore } from '#src/pwa/queue/queueViewStore.ts'

/**
 * Calls `onDelivered` when the server has received photos of this device, in whichever tab or worker.
 * @param onDelivered takes the id of their event, once for each event
 */
export function followOwnDeliveries(onDelivered: (evenementId: number) => void): void {
  let known: ReadonlySet<string> | null = null
  queueViewStore.subscribe(({ ready, items }) => {
    const received = items.filter(({ state }) => state === 'done')
    const before = known
    known = ready ? new Set(received.map(({ id }) => id)) : null
    // The queue has just been read: these were received earlier.
    if (before === null) return
    const events = new Set(received.filter(({ id }) => !before.has(id)).map(({ evenementId }) => evenementId))
    for (const evenementId of events) onDelivered(evenementId)
  })
}
