import { useSelector } from '@tanstack/react-store'
import type { NetworkView, QueueView } from '#upload-queue/queueView.ts'
import type { Enqueued, PickedFile } from './pickedFile.ts'
import type { QueueRuntime } from './queueRuntime.ts'
import type { QueueSession } from './queueSession.ts'
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

/** Sends what an earlier page left, for every person. */
export async function startQueue(): Promise<void> {
  return (await runtime()).start()
}

/** The queue, the same in every tab. */
export function useUploadQueue(): QueueView {
  return useSelector(queueViewStore)
}

/** The network type and the Wi-Fi preference. Components that use only this do not re-render while photos are sent. */
export function useNetworkPreference(): NetworkView {
  return useSelector(queueViewStore, ({ line }) => line)
}

/**
 * Adds picked files to the queue of the signed-in person. One bad file does not stop the others.
 * @returns when each file has its row, which survives a crash of the page; the bytes are copied after that
 */
export async function enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<Enqueued> {
  return (await runtime()).enqueueFiles(input)
}

/** Upload speed measured today on this kind of network, in bytes per millisecond; 0 when unknown. */
export async function lineSpeed(): Promise<number> {
  return (await runtime()).lineSpeed()
}

/** Starts or continues the queue of this person. Call at login and at every start of the page with a session. */
export async function openQueueSession(session: QueueSession): Promise<void> {
  return (await runtime()).openSession(session)
}

/** Fetches missing grants and renews those past half their life, for these events (VALIDE registrations). */
export async function refreshGrants(evenementIds: readonly number[]): Promise<void> {
  return (await runtime()).refreshGrants(evenementIds)
}

/** How many photos of the signed-in person are on this device and not yet received; shown in the logout question. */
export async function pendingOfPerson(): Promise<number> {
  return (await runtime()).pendingOfPerson()
}

/**
 * Ends the queue session, at logout.
 * @param choice keep: the photos wait on this device for the same person; otherwise they are erased now
 */
export async function closeQueueSession(choice: { keep: boolean }): Promise<void> {
  return (await runtime()).closeSession(choice)
}

export async function pauseItem(id: string): Promise<void> {
  return (await runtime()).pause([id])
}

export async function resumeItem(id: string): Promise<void> {
  return (await runtime()).resume([id])
}

export async function retryItem(id: string): Promise<void> {
  return (await runtime()).retry([id])
}

/** Cancels a photo: deletes its partial upload on the server, then its bytes on the device. */
export async function cancelItem(id: string): Promise<void> {
  return (await runtime()).cancel([id])
}

/** Like {@link cancelItem}, for several photos. */
export async function cancelItems(ids: readonly string[]): Promise<void> {
  return (await runtime()).cancel(ids)
}

/** Removes an item from the list: a received one at once, an unsent photo like {@link cancelItem}. */
export async function removeItem(id: string): Promise<void> {
  return (await runtime()).remove([id])
}

export async function pauseAll(): Promise<void> {
  return (await runtime()).pause('all')
}

export async function resumeAll(): Promise<void> {
  return (await runtime()).resume('all')
}

export async function retryAll(): Promise<void> {
  return (await runtime()).retry('all')
}

/**
 * Makes lighter versions of photos whose upload has not started, one after the other. The originals stay on the device
 * until the server has received the lighter version.
 * @returns how many will be sent lighter
 */
export async function lightenItems(ids: readonly string[]): Promise<number> {
  return (await runtime()).lighten(ids)
}

/** Reverts {@link lightenItems} for photos whose upload has not started. */
export async function restoreOriginals(ids: readonly string[]): Promise<void> {
  return (await runtime()).restoreOriginals(ids)
}

/** Sets whether photos wait for Wi-Fi on this device. */
export async function chooseWifiOnly(isWifiOnly: boolean): Promise<void> {
  return (await runtime()).chooseWifiOnly(isWifiOnly)
}

/** Rebuilds the file from its rows; opens the share sheet where possible, downloads it otherwise. */
export async function saveItemToPhone(id: string): Promise<void> {
  return (await runtime()).saveToPhone(id)
}

/** Exports the queue journal as a text file for support: without names, credentials or photo bytes. */
export async function exportJournal(): Promise<void> {
  return (await runtime()).exportJournal()
}

/** The preview made when the photo was added; null when there is none. */
export async function itemPreview(id: string): Promise<Blob | null> {
  return (await runtime()).preview(id)
}
