import { useSelector } from '@tanstack/react-store'
import type { NetworkView, QueueView } from '#upload-queue/queueView.ts'
import { lazyRuntime } from '#src/pwa/lazyRuntime.ts'
import { queueViewStore } from './queueViewStore.ts'

/** The commands of the queue, see queueRuntime.ts (IndexedDB, network, hashing). */
export const { commands: uploadQueue } = lazyRuntime(async () => (await import('./queueRuntime.ts')).queueRuntime)

/** The queue, the same in every tab. Re-renders with every change of it, several times a second while photos are sent. */
export function useUploadQueue(): QueueView {
  return useSelector(queueViewStore)
}

/** What a component needs of the queue: it re-renders only when that changes. @param select gives a primitive */
export function useUploadQueueValue<T extends number | boolean>(select: (view: QueueView) => T): T {
  return useSelector(queueViewStore, select)
}

/** The network type and the Wi-Fi preference. Components that use only this do not re-render while photos are sent. */
export function useNetworkPreference(): NetworkView {
  return useSelector(queueViewStore, ({ network }) => network)
}
