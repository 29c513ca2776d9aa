import { useSelector } from '@tanstack/react-store'
import type { NetworkView, QueueView } from '#upload-queue/queueView.ts'
import { lazyRuntime } from './lazyRuntime.ts'
import { queueViewStore } from './queueViewStore.ts'

/** The commands of the queue, see queueRuntime.ts (IndexedDB, network, hashing). */
export const { commands: uploadQueue } = lazyRuntime(async () => (await import('./queueRuntime.ts')).queueRuntime)

/** The queue, the same in every tab. */
export function useUploadQueue(): QueueView {
  return useSelector(queueViewStore)
}

/** The network type and the Wi-Fi preference. Components that use only this do not re-render while photos are sent. */
export function useNetworkPreference(): NetworkView {
  return useSelector(queueViewStore, ({ network }) => network)
}
