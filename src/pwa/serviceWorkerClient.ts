import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { syncTags, type WorkerMessage } from '#upload-queue/messages.ts'
import { again } from '#src/api/again.ts'
import { serviceWorkerUrl, trustedScript } from './trustedScript.ts'

type SyncRegistration = ServiceWorkerRegistration & {
  readonly sync?: { register(tag: string): Promise<void> }
  readonly periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> }
}

const periodMs = 12 * 3_600_000
const restAfterMs = 5000

let isUpdateWaiting = false
/** Whether this tab asked for the new version, and whether that version rules already. */
let isAsked = false
let isAlreadyNew = false
let workbox: Promise<Workbox | null> | undefined
let holdDrain: () => Promise<void> = () => Promise.resolve()
const updateListeners = new Set<() => void>()

/** Registers the service worker; call once, after the first paint. */
export async function startWorker(): Promise<void> {
  workbox ??= register()
  await workbox
}

/** True while a new version of the app is installed and waits for the person's word. */
export function useAppUpdate(): boolean {
  return useSyncExternalStore(subscribeUpdate, () => isUpdateWaiting)
}

/** Switches to the waiting version: after the piece in flight, then the page loads again. */
export async function applyUpdate(): Promise<void> {
  await holdDrain()
  if (isAlreadyNew) return location.reload()
  isAsked = true
  return post({ type: 'app/activate' }, 'waiting')
}

/** How the queue lets its piece in flight end before an update; it then starts nothing until the page is gone. */
export function beforeUpdate(hold: () => Promise<void>): void {
  holdDrain = hold
}

/** What the browser believes of the network: a hint, never a proof. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    // What the build renders is read by somebody whose network has just brought it.
    () => true,
  )
}

/** Makes the worker forget every cached picture of this person, at logout. */
export async function wipePictures(utilisateurId: number): Promise<void> {
  await post({ type: 'pictures/wipe', utilisateurId }, 'active')
}

/** Whether the system would send with the app closed: background sync exists and is allowed. */
export async function systemSends(): Promise<boolean> {
  const registration = await readyRegistration()
  if (!registration?.sync) return false
  const name = 'background-sync' as PermissionName
  const permission = await navigator.permissions.query({ name }).catch(() => null)
  return permission?.state !== 'denied'
}

/** Asks the system to wake the worker when there is a network, under all these tags. @returns whether it will */
export async function registerSync(tags: readonly string[] = syncTags): Promise<boolean> {
  const registration = await readyRegistration()
  if (!registration?.sync) return false
  try {
    for (const tag of tags) await registration.sync.register(tag)
    // Granted to installed apps that are used often; a refusal changes nothing.
    await registration.periodicSync?.register('uploads', { minInterval: periodMs }).catch(() => {})
    return true
  } catch {
    // Denied by the person or the browser: the page sends by itself and says so.
    return false
  }
}

async function register(): Promise<Workbox | null> {
  if (!('serviceWorker' in navigator)) return null
  const part = await again(() => import('workbox-window')).catch(() => null)
  if (part === null) return null
  const type = import.meta.env.DEV ? 'module' : 'classic'
  const registered = new part.Workbox(trustedScript(serviceWorkerUrl), { type })
  registered.addEventListener('waiting', () => showUpdate(true))
  registered.addEventListener('controlling', (event) => {
    if (event.isUpdate !== true) return
    if (isAsked) return location.reload()
    // Another tab asked for it: this one says so too, and keeps what the person is typing.
    isAlreadyNew = true
    showUpdate(true)
  })
  const registration = await registered.register({ immediate: true }).catch(() => undefined)
  // A first visit keeps what the venue needs; the rest gives way to the first screen and its pictures.
  setTimeout(() => void post({ type: 'app/keep' }, 'active'), restAfterMs)
  // Installed while no page listened.
  if (registration?.waiting && navigator.serviceWorker.controller) showUpdate(true)
  return registered
}

async function post(message: WorkerMessage, to: 'waiting' | 'active'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.[to]?.postMessage(message)
}

async function readyRegistration(): Promise<SyncRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  // `ready` never settles without a worker: it is asked for only once there is one.
  const known = await navigator.serviceWorker.getRegistration()
  return known?.active ? known : undefined
}

function showUpdate(waits: boolean): void {
  isUpdateWaiting = waits
  for (const listener of updateListeners) listener()
}

function subscribeUpdate(listener: () => void): () => void {
  updateListeners.add(listener)
  return () => void updateListeners.delete(listener)
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
