import { useSyncExternalStore } from 'react'
import type { NetworkView, QueueView } from '#upload-queue/queueView.ts'
import type { Enqueued, PickedFile } from './pickedFile.ts'
import type { QueueRuntime } from './queueRuntime.ts'
import type { QueueSession } from './queueSession.ts'
import { readQueueView, subscribeQueueView } from './queueViewStore.ts'

let loading: Promise<QueueRuntime> | undefined

/** Everything behind the queue (IndexedDB, wire, hashing) comes after the first paint, in its own chunk. */
function runtime(): Promise<QueueRuntime> {
  loading ??= import('./queueRuntime.ts').then((module) => module.queueRuntime)
  loading.catch(() => {
    // The chunk could not be had (offline, new deployment): the next call asks again.
    loading = undefined
  })
  return loading
}

/** Sends what an earlier page left, whoever it belongs to. */
export async function startQueue(): Promise<void> {
  return (await runtime()).start()
}

/** The queue as every tab shows it. */
export function useUploadQueue(): QueueView {
  return useSyncExternalStore(subscribeQueueView, readQueueView, readQueueView)
}

/** The line of this phone and what its person chose about it; screens that show only this rest while photos move. */
export function useNetworkPreference(): NetworkView {
  return useSyncExternalStore(subscribeQueueView, () => readQueueView().line)
}

/**
 * Takes picked files into the queue of the signed-in person. One bad file never stops the others.
 * @returns once each file has its row, which names it after any death of the page; its bytes are copied after that
 */
export async function enqueueFiles(input: { evenementId: number; files: readonly PickedFile[] }): Promise<Enqueued> {
  return (await runtime()).enqueueFiles(input)
}

/** How fast this kind of line carried photos today, bytes per millisecond; 0 while nobody knows. */
export async function lineSpeed(): Promise<number> {
  return (await runtime()).lineSpeed()
}

/** Starts or continues the queue of this person: at login and at every start of the page with a session. */
export async function openQueueSession(session: QueueSession): Promise<void> {
  return (await runtime()).openSession(session)
}

/** Fetches missing grants and renews those below half their life, for these events (VALIDE registrations). */
export async function refreshGrants(evenementIds: readonly number[]): Promise<void> {
  return (await runtime()).refreshGrants(evenementIds)
}

/** How many photos of the signed-in person are on this phone and not yet received: the question at logout. */
export async function pendingOfPerson(): Promise<number> {
  return (await runtime()).pendingOfPerson()
}

/**
 * Ends the session of the queue, at logout.
 * @param choice keep: the photos wait here for the same person; otherwise they are erased now
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

/** Gives a photo up: what the server holds of it goes first, then its bytes here. */
export async function cancelItem(id: string): Promise<void> {
  return (await runtime()).cancel([id])
}

/** Like {@link cancelItem}, for several. */
export async function cancelItems(ids: readonly string[]): Promise<void> {
  return (await runtime()).cancel(ids)
}

/** Takes an item off the list: a receipt goes at once, an unsent photo is given up like {@link cancelItem}. */
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
 * Makes lighter versions of photos of which nothing was sent, one after the other. The originals stay on this phone until
 * the server has received what is sent.
 * @returns how many will be sent lighter
 */
export async function lightenItems(ids: readonly string[]): Promise<number> {
  return (await runtime()).lighten(ids)
}

/** Takes {@link lightenItems} back for photos of which nothing was sent. */
export async function restoreOriginals(ids: readonly string[]): Promise<void> {
  return (await runtime()).restoreOriginals(ids)
}

/** Whether photos wait for Wi-Fi on this phone. */
export async function chooseWifiOnly(isWifiOnly: boolean): Promise<void> {
  return (await runtime()).chooseWifiOnly(isWifiOnly)
}

/** Rebuilds the file from its rows and shares it where the system can, downloads it otherwise. */
export async function saveItemToPhone(id: string): Promise<void> {
  return (await runtime()).saveToPhone(id)
}

/** Gives the person the queue's journal as a text file for support: no names, no credentials, no bytes in it. */
export async function exportJournal(): Promise<void> {
  return (await runtime()).exportJournal()
}

/** The small picture made when the photo was taken in; null when none could be made. */
export async function itemPreview(id: string): Promise<Blob | null> {
  return (await runtime()).preview(id)
}
