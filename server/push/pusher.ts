import webPush from 'web-push'
import { hourMs } from '#domain/contract/durations.ts'
import type { MessagePush } from '#domain/notification/push.ts'
import type { Secrets } from '../secrets/secrets.ts'

/** A subscribed device (Push API, PushSubscription). */
export interface Appareil {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** Result of a push: accepted, the device is permanently gone, or retry after some milliseconds. */
export type PushResult = 'taken' | 'gone' | { readonly laterMs: number }

/** Sends messages to the push services of devices; there the service worker shows them (sw/push/showPush.ts). */
export interface Pusher {
  /** Whether the address belongs to a known push service: no other address is called. */
  serves(endpoint: string): boolean
  /** Sends a message to a device. Never rejects. */
  push(appareil: Appareil, message: MessagePush): Promise<PushResult>
}

/** Time that a message waits at the service for an offline device, and timeout of the service. */
const ttlSeconds = 24 * 3600
const answerMs = 10_000
const laterMs = { usual: 5 * 60_000, most: 6 * hourMs } as const

/**
 * Pushes by the Web Push protocol (RFC 8030), encrypted for the device (RFC 8291), signed with our key (RFC 8292).
 * @param serves decides which endpoints may be called
 */
export function webPusher(
  { vapid }: Pick<Secrets, 'vapid'>,
  { publicUrl, serves }: { publicUrl: string; serves: (endpoint: string) => boolean },
): Pusher {
  const vapidDetails = { subject: contactOf(publicUrl), ...vapid }
  return {
    serves,
    async push({ endpoint, p256dh, auth }, message) {
      // A service may have been removed from the list since the device was stored.
      if (!serves(endpoint)) return 'gone'
      const sealed = seal({ endpoint, keys: { p256dh, auth } }, message)
      return sealed === null ? 'gone' : await sendRequest(sealed)
    },
  }

  function seal(subscription: webPush.PushSubscription, message: MessagePush): webPush.RequestDetails | null {
    try {
      const options = { vapidDetails, TTL: ttlSeconds, urgency: 'normal', contentEncoding: 'aes128gcm' } as const
      return webPush.generateRequestDetails(subscription, JSON.stringify(message), options)
    } catch {
      // The device's key is not a point on the curve: no message can ever be encrypted for it.
      return null
    }
  }
}

async function sendRequest({ endpoint, method, headers, body }: webPush.RequestDetails): Promise<PushResult> {
  const signal = AbortSignal.timeout(answerMs)
  try {
    const wire = { method, headers: headersOf(headers), body: new Uint8Array(body ?? []) }
    const answer = await fetch(endpoint, { ...wire, redirect: 'manual', signal })
    await answer.body?.cancel()
    return pushResultOf(answer)
  } catch {
    return { laterMs: laterMs.usual }
  }
}

/** RFC 8030, 5 and 7.3: 201 is accepted; 404 and 410 are permanent; other errors such as 413 are retried later. */
function pushResultOf({ status, headers }: Response): PushResult {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  const retryAfterMs = Number(headers.get('retry-after')) * 1000
  return { laterMs: Math.min(retryAfterMs > 0 ? retryAfterMs : laterMs.usual, laterMs.most) }
}

/** fetch sets Content-Length itself. */
function headersOf(headers: webPush.RequestDetails['headers']): Record<string, string> {
  const entries = Object.entries(headers as Record<string, string | number>)
  return Object.fromEntries(
    entries.filter(([name]) => name !== 'Content-Length').map(([name, value]) => [name, String(value)]),
  )
}

/**
 * Contact URL for push services (RFC 8292, 2.1); some reject reserved domains, so it is the public URL when possible.
 */
function contactOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:ne-pas-repondre@eclats.invalid'
}
