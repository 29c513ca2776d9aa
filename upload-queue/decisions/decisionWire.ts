import * as v from 'valibot'
import { errorAnswer, messageAnswer } from '#domain/contract/fields.ts'
import { isTemporaryStatus } from '#domain/contract/temporaryStatus.ts'
import { mediaEndpoints } from '#domain/media/media.endpoints.ts'
import type { mediaErrors } from '#domain/media/media.errors.ts'
import { type Media, mediaSchema } from '#domain/media/media.ts'
import { retryAfterMs } from '#upload-queue/wire/answerHeaders.ts'
import type { Geste, KeptDecision, Refusal } from './decision.ts'

export type DecisionAnswer =
  /** `media`: null when it is removed, undefined when this version of the app cannot read it. */
  | { readonly kind: 'done'; readonly media: Media | null | undefined }
  /** No usable answer: no network, timeout after 10 s, or an answer of a proxy or captive portal. */
  | { readonly kind: 'none' }
  | { readonly kind: 'later'; readonly afterMs: number | null }
  | { readonly kind: 'auth' }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

/** Sends one decision with a grant. Never rejects. */
export type DecisionWire = (decision: KeptDecision, grant: string) => Promise<DecisionAnswer>

const limitMs = 10_000
/** The wait after a 429 that names none. */
const rateWaitMs = 30_000
/** The server's 403 for a grant that is expired or revoked, or that does not cover the media. */
const grantRefused: keyof typeof mediaErrors = 'media.autorisation_expiree'
const endpoints = {
  valider: mediaEndpoints.valider,
  rejeter: mediaEndpoints.rejeter,
  supprimer: mediaEndpoints.removeOrganisateur,
  favori: mediaEndpoints.favori,
  unfavori: mediaEndpoints.unfavori,
  couverture: mediaEndpoints.couverture,
  sansCouverture: mediaEndpoints.sansCouverture,
} satisfies Record<Geste, unknown>

/** Sends decisions with plain fetch, which exists in pages and in the service worker. */
export function decisionWire({ fetch, onAnswer }: { fetch: typeof globalThis.fetch; onAnswer?: () => void }) {
  return async (decision: KeptDecision, grant: string): Promise<DecisionAnswer> => {
    const { method, path } = endpoints[decision.geste]
    const body = decision.geste === 'rejeter' ? { raison: decision.raison ?? '' } : {}
    try {
      const response = await fetch(`/api${path.replace(':id', String(decision.mediaId))}`, {
        method,
        credentials: 'omit',
        redirect: 'manual',
        signal: AbortSignal.timeout(limitMs),
        headers: {
          Accept: 'application/json',
          Authorization: `Bearer ${grant}`,
          'If-Match': `"${decision.version}"`,
          ...(method === 'DELETE' ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
      })
      const answer = await read(response, decision)
      if (answer.kind !== 'none') onAnswer?.()
      return answer
    } catch {
      return { kind: 'none' }
    }
  }
}

async function read(response: Response, { geste, mediaId }: KeptDecision): Promise<DecisionAnswer> {
  const { status, headers } = response
  const isJson = headers.get('content-type')?.includes('json') ?? false
  if (isTemporaryStatus(status))
    return { kind: 'later', afterMs: status === 429 ? (retryAfterMs(headers, Date.now()) ?? rateWaitMs) : null }
  // A captive portal answers every request with its own page or redirects to it.
  if (!isJson) return { kind: 'none' }
  const json: unknown = await response.json()
  if (response.ok) {
    if (geste === 'supprimer') return v.is(messageAnswer, json) ? { kind: 'done', media: null } : { kind: 'none' }
    // JSON without this media is the answer of a captive portal: the service has not received the decision.
    if (!v.is(v.object({ id: v.literal(mediaId), version: v.number() }), json)) return { kind: 'none' }
    const media = v.safeParse(mediaSchema, json)
    return { kind: 'done', media: media.success ? media.output : undefined }
  }
  const error = v.safeParse(errorAnswer, json)
  if (status === 401 || (error.success && error.output.code === grantRefused)) return { kind: 'auth' }
  if (!error.success) return { kind: 'none' }
  // The media is deleted already, which is what was requested; the answer to an earlier request may have been lost.
  if (geste === 'supprimer' && (status === 404 || error.output.code === 'media.transition'))
    return { kind: 'done', media: null }
  return { kind: 'refused', refusal: { status, ...error.output } }
}
