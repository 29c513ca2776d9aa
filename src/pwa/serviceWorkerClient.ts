import { createStore, useSelector } from '@tanstack/react-store'
import { useSyncExternalStore } from 'react'
import type { Workbox } from 'workbox-window'
import { isAppPath } from '#domain/contract/appPath.ts'
import { isOpenRequest, syncTags, type WorkerMessage } from '#upload-queue/messages.ts'
import { pictureCacheName } from '#upload-queue/caches/pictureCacheName.ts'
import { loadChunk } from '#src/api/loadChunk.ts'
import { growingPause } from '#src/ui/untilLoaded.ts'
import { serviceWorkerUrl, trustedScript } from './trustedScript.ts'

type SyncRegistration = ServiceWorkerRegistration & {
  readonly sync?: { register(tag: string): Promise<void> }
  readonly periodicSync?: { register(tag: string, options: { minInterval: number }): Promise<void> }
}

const periodMs = 12 * 3_600_000
const precacheDelayMs = 5000
/** The browser looks for a new version at a page load only; an installed app may stay open for days. */
const updateCheckMs = 3_600_000
const workerType = import.meta.env.DEV ? 'module' : 'classic'
/** Before the worker is asked again for the files that it could not load. */
const firstRetryMs = 10_000
const maxRetryMs = 600_000

/** Whether a new version of the app is installed and waits for the person's consent. */
const isUpdateWaiting = createStore(false)
/** Whether this tab requested the new version, and whether that version is already active. */
let isUpdateRequested = false
let isUpdateActive = false
let workbox: Promise<Workbox | null> | undefined
let stopDrain: () => Promise<void> = () => Promise.resolve()

/**
 * Registers the service worker; call once, after the first paint.
 * @param open called with the path of a clicked system notification for which the worker has chosen this page
 */
export async function startWorker(open: (path: string) => void): Promise<void> {
  if ('serviceWorker' in navigator) followNotificationClicks(open)
  workbox ??= register()
  await workbox
}

function followNotificationClicks(open: (path: string) => void): void {
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isOpenRequest(data) || !isAppPath(data.path)) return
    ports[0]?.postMessage(true)
    open(data.path)
  })
}

/** True while a new version of the app is installed and waits for the person's consent. */
export function useAppUpdate(): boolean {
  return useSelector(isUpdateWaiting)
}

/** Activates the waiting version after the chunk in flight, then reloads the page. */
export async function applyUpdate(): Promise<void> {
  await stopDrain()
  if (isUpdateActive) return location.reload()
  isUpdateRequested = true
  return post({ type: 'app/activate' }, 'waiting')
}

/** Reloads the page, and first activates the waiting version if there is one: it has all of its files. */
export async function loadNewestVersion(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined)
  if (registration?.waiting) return applyUpdate()
  await stopDrain()
  location.reload()
}

/** Sets the function that waits for the chunk in flight before an update and then starts no other. */
export function beforeUpdate(stop: () => Promise<void>): void {
  stopDrain = stop
}

/** `navigator.onLine`: a hint, not a proof. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribeOnline,
    () => navigator.onLine,
    // Prerendered HTML: the client has just loaded it over the network.
    () => true,
  )
}

/**
 * Deletes the stored pictures of a person. The worker gets a message too, because it may be loading one.
 * @throws when the browser cannot delete them
 */
export async function wipePictures(utilisateurId: number): Promise<void> {
  await post({ type: 'pictures/wipe', utilisateurId }, 'active')
  await caches.delete(pictureCacheName(utilisateurId))
}

/** Whether the system can send while the app is closed: background sync exists and is allowed. */
export async function systemSends(): Promise<boolean> {
  const registration = await readyRegistration()
  if (!registration?.sync) return false
  const name = 'background-sync' as PermissionName
  const permission = await navigator.permissions.query({ name }).catch(() => null)
  return permission?.state !== 'denied'
}

/** Registers background sync under all these tags. @returns whether it succeeded */
export async function registerSync(tags: readonly string[] = syncTags): Promise<boolean> {
  const registration = await readyRegistration()
  if (!registration?.sync) return false
  try {
    for (const tag of tags) await registration.sync.register(tag)
    // Browsers grant it only to installed, frequently used apps; a refusal is ignored.
    await registration.periodicSync?.register('uploads', { minInterval: periodMs }).catch(() => {})
    return true
  } catch {
    // Denied by the person or the browser: the page sends by itself and shows that.
    return false
  }
}

async function register(): Promise<Workbox | null> {
  if (!('serviceWorker' in navigator)) return null
  const module = await loadChunk(() => import('workbox-window')).catch(() => null)
  if (module === null) return null
  const registered = new module.Workbox(trustedScript(serviceWorkerUrl), { type: workerType })
  // Not the event's own `isUpdate`: it stays false in a page that was opened on a first visit.
  let isControlled = navigator.serviceWorker.controller !== null
  registered.addEventListener('controlling', () => {
    const isUpdate = isControlled
    isControlled = true
    if (!isUpdate) return
    if (isUpdateRequested) return location.reload()
    // Another tab activated the update: offer it here too instead of reloading, which would lose typed input.
    isUpdateActive = true
    isUpdateWaiting.setState(() => true)
  })
  const registration = await registered.register({ immediate: true }).catch(() => undefined)
  if (registration) followUpdates(registration)
  // On a first visit, caching the app for offline use waits so that the first screen and its pictures load first.
  // There is no worker where the browser forbids storage: the rejection ends it.
  setTimeout(() => void keepRest().catch(() => undefined), precacheDelayMs)
  return registered
}

/**
 * Offers each new version once it is installed. Looks for one when the person returns to the page, at most once an hour.
 */
function followUpdates(registration: ServiceWorkerRegistration): void {
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) isUpdateWaiting.setState(() => true)
  }
  // The `waiting` event of workbox-window stops after the first update found later than a minute after the
  // registration, and the install of that one may fail.
  const followInstall = () => registration.installing?.addEventListener('statechange', offer)
  registration.addEventListener('updatefound', followInstall)
  followInstall()
  offer()
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < updateCheckMs) return
    checkedAt = Date.now()
    // Without network a later return looks again.
    registration.update().catch(() => undefined)
  })
}

/**
 * Makes the worker cache the other files of the app, again until it has all of them. While photos are being sent, the
 * worker caches one file at each request.
 */
async function keepRest(): Promise<void> {
  const pause = growingPause(firstRetryMs, maxRetryMs)
  for (;;) {
    const paused = pause()
    if (await Promise.race([isRestKept(), paused.then(() => false)])) return
    await paused
    await registerAgain()
  }
}

/** Registers the worker when there is none: it could not be loaded, or one of its files, which ends its install. */
async function registerAgain(): Promise<void> {
  const known = await navigator.serviceWorker.getRegistration()
  if (known) return
  await navigator.serviceWorker
    .register(trustedScript(serviceWorkerUrl), { type: workerType })
    .then(followUpdates, () => undefined)
}

/** Asks the worker to cache the rest. Waits for its install, which takes long on a slow network. */
async function isRestKept(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  const answer = Promise.withResolvers<boolean>()
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => answer.resolve(data === true))
  port1.start()
  const message: WorkerMessage = { type: 'app/keep' }
  active?.postMessage(message, [port2])
  return answer.promise
}

async function post(message: WorkerMessage, to: 'waiting' | 'active'): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration()
  registration?.[to]?.postMessage(message)
}

async function readyRegistration(): Promise<SyncRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined
  // `ready` never settles without a worker: use it only when there is one. A browser that forbids storage rejects.
  const known = await navigator.serviceWorker.getRegistration().catch(() => undefined)
  return known?.active ? known : undefined
}

function subscribeOnline(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
