import { pushEndpoints } from '#domain/notification/push.endpoints.ts'
import { appareilPushSchema } from '#domain/notification/push.ts'
import { call } from '#src/api/client.ts'
import { isInstalled } from '#src/ui/installed.ts'
import { isIos } from '#src/ui/ios.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import * as v from 'valibot'

/**
 * Whether this device receives push messages: `unsupported`: no support; `needs_install`: only after installing the app
 * (iOS); `denied`: blocked in the browser; `off`: off; `on`: on.
 */
export type PushState = 'unsupported' | 'needs_install' | 'denied' | 'off' | 'on'

/** In milliseconds: a worker that cannot be installed is never ready. */
const workerWaitMs = 10_000

/** Id of the person who enabled push on this device; not a credential. */
const ownerKey = 'eclats.push'

/** Whether this person receives push messages on this device. */
export async function readPushState(utilisateurId: number): Promise<PushState> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis) || !('serviceWorker' in navigator))
    return isIos(navigator) && !isInstalled() ? 'needs_install' : 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  const isOurs = readLocal(ownerKey) === String(utilisateurId)
  return isOurs && Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/**
 * Requests permission, subscribes and registers the subscription with the server. Call it from a user gesture.
 * @throws ApiError, NetworkError, or the error of the browser's push service
 */
export async function startPush(utilisateurId: number): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off'
  await registerSubscription()
  writeLocal(ownerKey, String(utilisateurId))
  return 'on'
}

/** Unsubscribes this device. If the server is unreachable, it learns this from the push service later. */
export async function stopPush(): Promise<void> {
  const known = await subscription()
  const endpoint = known?.endpoint
  await forgetAppareil()
  if (endpoint !== undefined) await call(pushEndpoints.unsubscribe, { body: { endpoint } }).catch(() => undefined)
}

/** Unsubscribes without calling the server: at logout there may be no network or session. */
async function forgetAppareil(): Promise<void> {
  writeLocal(ownerKey, null)
  if (!('serviceWorker' in navigator)) return
  await (await subscription())?.unsubscribe()
}

/** The same at the sign-out of this person; another one may have enabled push on this device, in another tab. */
export async function forgetAppareilOf(utilisateurId: number): Promise<void> {
  const owner = readLocal(ownerKey)
  if (owner === null || owner === String(utilisateurId)) await forgetAppareil()
}

/** Call once per start: drops another person's subscription; re-registers one's own, because endpoints change. */
export async function followPush(utilisateurId: number): Promise<void> {
  const owner = readLocal(ownerKey)
  if (owner === null) return
  if (owner !== String(utilisateurId)) return forgetAppareil()
  if (Notification.permission === 'granted') await registerSubscription()
}

async function registerSubscription(): Promise<void> {
  const { cle } = await call(pushEndpoints.key, {})
  const body = v.parse(appareilPushSchema, (await subscribe(cle)).toJSON())
  await call(pushEndpoints.subscribe, { body })
}

async function subscribe(cle: string): Promise<PushSubscription> {
  const { pushManager } = await readyWorker()
  const options = { userVisibleOnly: true, applicationServerKey: cle }
  return pushManager.subscribe(options).catch(async (error: unknown) => {
    // The server's key has changed since this subscription was made: subscribe again.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
}

/** @throws Error when there is none after a while: the browser blocks it, or its script did not load */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const over = new Promise<null>((resolve) => setTimeout(() => resolve(null), workerWaitMs))
  const registration = await Promise.race([navigator.serviceWorker.ready, over])
  if (registration === null) throw new Error('the service worker is not ready')
  return registration
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null
}
