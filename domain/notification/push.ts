import * as v from 'valibot'

/** A device as the browser names it (Push API, PushSubscription.toJSON); the keys as RFC 8291 sizes them. */
export const appareilPushSchema = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(2000)),
  keys: v.object({
    p256dh: v.pipe(v.string(), v.regex(/^[\w-]{87}=?$/)),
    auth: v.pipe(v.string(), v.regex(/^[\w-]{22}(==)?$/)),
  }),
})
export type AppareilPush = v.InferOutput<typeof appareilPushSchema>

/** Content of a push message, encrypted from the server to the device. */
export interface MessagePush {
  readonly titre: string
  readonly corps: string
  /** The page it opens. */
  readonly adresse: string
  /** A later message with the same tag replaces it on the screen. */
  readonly etiquette: string
}

/**
 * Reads a pushed message.
 * @param text the received body, if any
 * @returns null when it was not sent by our server
 */
export function readMessagePush(text: string): MessagePush | null {
  try {
    const { titre, corps, adresse, etiquette } = JSON.parse(text) as Partial<Record<string, unknown>>
    if (typeof titre !== 'string' || typeof corps !== 'string') return null
    if (typeof adresse !== 'string' || typeof etiquette !== 'string') return null
    return { titre, corps, adresse, etiquette }
  } catch {
    return null
  }
}
