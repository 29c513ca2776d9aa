import webPush from 'web-push'
import type { MessagePush } from '#domain/notification/push.ts'
import type { Secrets } from '../secrets.ts'

/** A device as it is stored. */
export interface Appareil {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

/** What a push service made of a message: taken, the device is gone for ever, or later (milliseconds). */
export type Pushed = 'taken' | 'gone' | { readonly laterMs: number }

/** Hands messages to the devices' push services. */
export interface Pusher {
  /** Whether a device may be told at this address. */
  serves(endpoint: string): boolean
  push(appareil: Appareil, message: MessagePush): Promise<Pushed>
}

/** How long a message waits at the service for a device that is off; how long the service may take to answer. */
const ttlSeconds = 24 * 3600
const answerMs = 10_000
const laterMs = { usual: 5 * 60_000, most: 6 * 3_600_000 } as const

/**
 * Pushes by the Web Push protocol (RFC 8030), encrypted for the device (RFC 8291), signed with our key (RFC 8292).
 * @param serves which addresses are called at all
 */
export function webPusher(
  { vapid }: Pick<Secrets, 'vapid'>,
  { publicUrl, serves }: { publicUrl: string; serves: (endpoint: string) => boolean },
): Pusher {
  const vapidDetails = { subject: contactOf(publicUrl), ...vapid }
  return {
    serves,
    async push({ endpoint, p256dh, auth }, message) {
      // The list may have become shorter since the device was stored.
      if (!serves(endpoint)) return 'gone'
      const sealed = seal({ endpoint, keys: { p256dh, auth } }, message)
      return sealed === null ? 'gone' : await handOver(sealed)
    },
  }

  function seal(subscription: webPush.PushSubscription, message: MessagePush): webPush.RequestDetails | null {
    try {
      const options = { vapidDetails, TTL: ttlSeconds, urgency: 'normal', contentEncoding: 'aes128gcm' } as const
      return webPush.generateRequestDetails(subscription, JSON.stringify(message), options)
    } catch {
      // The device's key is no point of the curve: nothing can ever be said to it.
      return null
    }
  }
}

async function handOver({ endpoint, method, headers, body }: webPush.RequestDetails): Promise<Pushed> {
  const signal = AbortSignal.timeout(answerMs)
  try {
    const wire = { method, headers: headersOf(headers), body: new Uint8Array(body ?? []) }
    const answer = await fetch(endpoint, { ...wire, redirect: 'manual', signal })
    await answer.body?.cancel()
    return pushedOf(answer)
  } catch {
    return { laterMs: laterMs.usual }
  }
}

/** RFC 8030, 5 and 7.3: 201 is taken; 404 and 410 are for ever; 413 and the like come from what we send. */
function pushedOf({ status, headers }: Response): Pushed {
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  const wished = Number(headers.get('retry-after')) * 1000
  return { laterMs: Math.min(wished > 0 ? wished : laterMs.usual, laterMs.most) }
}

/** The length is fetch's own business. */
function headersOf(headers: webPush.RequestDetails['headers']): Record<string, string> {
  const entries = Object.entries(headers as Record<string, string | number>)
  return Object.fromEntries(
    entries.filter(([name]) => name !== 'Content-Length').map(([name, value]) => [name, String(value)]),
  )
}

/** Whom a push service may write to (RFC 8292, 2.1); some refuse addresses that nobody can have. */
function contactOf(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:ne-pas-repondre@eclats.invalid'
}
