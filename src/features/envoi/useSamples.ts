import { useSyncExternalStore } from 'react'
import { queueViewStore } from '#src/pwa/queue/queueViewStore.ts'
import { batchOf, type Sample, withSample } from './batch.ts'

let samples: readonly Sample[] = []

/** Progress samples of the last minute, recorded while a component subscribes. */
export function useSamples(): readonly Sample[] {
  return useSyncExternalStore(subscribe, () => samples)
}

function subscribe(listener: () => void): () => void {
  const subscription = queueViewStore.subscribe(({ items }) => {
    const { confirmedBytes } = batchOf(items)
    if (samples.at(-1)?.confirmedBytes === confirmedBytes) return
    samples = withSample(samples, { at: Date.now(), confirmedBytes })
    listener()
  })
  return () => subscription.unsubscribe()
}
