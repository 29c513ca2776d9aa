import { pushEndpoints } from '#domain/notification/push.endpoints.ts'
import { appareilPushSchema } from '#domain/notification/push.ts'
import { call } from '#src/api/client.ts'
import { isInstalled } from '#src/ui/installed.ts'
import { isIos } from '#src/ui/ios.ts'
import { readLocal, writeLocal } from '#src/ui/localValue.ts'
import * as v from 'valibot'

/**
 * Whether this device is told with the app closed: it cannot be, only once it is installed (iOS), the person or the
 * browser said no, not yet, yes.
 */
export type PushState = 'impossible' | 'installation' | 'refuse' | 'non' | 'oui'

/** Whose device it is: a number, and no credential. */
const ownerKey = 'eclats.push'

export async function readPushState(utilisateurId: number): Promise<PushState> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis) || !('serviceWorker' in navigator))
    return isIos(navigator) && !isInstalled() ? 'installation' : 'impossible'
  if (Notification.permission === 'denied') return 'refuse'
  const isOurs = readLocal(ownerKey) === String(utilisateurId)
  return isOurs && Notification.permission === 'granted' && (await subscription()) ? 'oui' : 'non'
}

/**
 * Asks the person, then the browser, then tells the server. Call it from a press.
 * @throws ApiError, NetworkError, or the browser's own refusal
 */
export async function startPush(utilisateurId: number): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return permission === 'denied' ? 'refuse' : 'non'
  await tellServer()
  writeLocal(ownerKey, String(utilisateurId))
  return 'oui'
}

/** This device hears no more; the server learns it now, or from the push service at its next message. */
export async function stopPush(): Promise<void> {
  const known = await subscription()
  const endpoint = known?.endpoint
  await forgetAppareil()
  if (endpoint !== undefined) await call(pushEndpoints.unsubscribe, { body: { endpoint } }).catch(() => undefined)
}

/** Ends the device's subscription without the server: who leaves may have neither network nor session. */
export async function forgetAppareil(): Promise<void> {
  writeLocal(ownerKey, null)
  if (!('serviceWorker' in navigator)) return
  await (await subscription())?.unsubscribe()
}

/** Once a start: another person's device is forgotten, one's own is told again, for browsers change its address. */
export async function followPush(utilisateurId: number): Promise<void> {
  const owner = readLocal(ownerKey)
  if (owner === null) return
  if (owner !== String(utilisateurId)) return forgetAppareil()
  if (Notification.permission === 'granted') await tellServer()
}

async function tellServer(): Promise<void> {
  const { cle } = await call(pushEndpoints.key, {})
  const body = v.parse(appareilPushSchema, (await subscribe(cle)).toJSON())
  await call(pushEndpoints.subscribe, { body })
}

async function subscribe(cle: string): Promise<PushSubscription> {
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: cle }
  return pushManager.subscribe(options).catch(async (error: unknown) => {
    // The server has another key than the one this device knows: it is asked anew.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager?.getSubscription().catch(() => null)) ?? null
}
