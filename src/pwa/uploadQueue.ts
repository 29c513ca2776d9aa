import { useSelector } from '@tanstack/react-store'
import type { NetworkView, QueueView } from '#upload-queue/queueView.ts'
import type { QueueRuntime } from './queueRuntime.ts'
import { queueViewStore } from './queueViewStore.ts'

let loading: Promise<QueueRuntime> | undefined

/** Loads the queue (IndexedDB, network, hashing) after the first paint, in its own chunk. */
function runtime(): Promise<QueueRuntime> {
  loading ??= import('./queueRuntime.ts').then((module) => module.queueRuntime)
  loading.catch(() => {
    // The chunk failed to load (offline, new deployment): the next call retries.
    loading = undefined
  })
  return loading
}

/** The commands of the queue, see queueRuntime.ts. Its chunk loads with the first call, which rejects if it fails. */
export const uploadQueue: QueueRuntime = new Proxy({} as QueueRuntime, {
  get: (_, name: keyof QueueRuntime) => async (input: never) => (await runtime())[name](input),
})

/** The queue, the same in every tab. */
export function useUploadQueue(): QueueView {
  return useSelector(queueViewStore)
}

/** The network type and the Wi-Fi preference. Components that use only this do not re-render while photos are sent. */
export function useNetworkPreference(): NetworkView {
  return useSelector(queueViewStore, ({ line }) => line)
}
