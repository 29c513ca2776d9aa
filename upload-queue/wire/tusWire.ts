import * as v from 'valibot'
import { reconciledSchema } from '#domain/upload/upload.endpoints.ts'
import type { Clock, NoAnswer, ReconcileAnswer, RequestOptions, Wire, WireAnswer } from '#upload-queue/engine/ports.ts'
import type { QueueItem } from '#upload-queue/engine/queueItem.ts'
import { portalAnswer, readAnswer } from './readAnswer.ts'
import { reconcilePath, uploadPathOf, uploadsPath } from './uploadAddress.ts'

type Bytes = Uint8Array<ArrayBuffer>
interface WireDeps {
  /** Our own origin: requests never go elsewhere. */
  readonly origin: string
  readonly fetch: typeof fetch
  readonly clock: Clock
  readonly onAnswer?: () => void
}

const version = { 'Tus-Resumable': '1.0.0' }
const octets = { 'Content-Type': 'application/offset+octet-stream' }

/**
 * A tus 1.0 client (creation, creation-with-upload, termination) on fetch, for pages and workers; `uploadEndpoints` are
 * its calls.
 */
export function tusWire({ origin, fetch, clock, onAnswer }: WireDeps): Wire {
  async function call(path: string, init: RequestInit, options: RequestOptions): Promise<Response | NoAnswer> {
    const limit = AbortSignal.timeout(options.limitMs)
    const headers = {
      ...version,
      Authorization: `Bearer ${options.grant}`,
      ...(init.headers as Record<string, string>),
    }
    try {
      return await fetch(origin + path, {
        ...init,
        headers,
        signal: AbortSignal.any([options.signal, limit]),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'manual',
      })
    } catch {
      if (options.signal.aborted) return { kind: 'none', reason: 'interrupted' }
      return { kind: 'none', reason: limit.aborted ? 'stall' : 'network' }
    }
  }

  async function ask(path: string, init: RequestInit, options: RequestOptions): Promise<WireAnswer> {
    const response = await call(path, init, options)
    if ('kind' in response) return response
    const answer = await readAnswer(response, { origin, evenementId: evenementOf(path), now: clock.now() })
    // Answers of captive portals and proxies do not count.
    if (answer.kind === 'http' && answer.tus) onAnswer?.()
    return answer
  }

  return {
    create(item, body, options) {
      const headers = {
        'Upload-Length': String(item.size),
        'Upload-Metadata': uploadMetadata(item),
        ...(body && octets),
      }
      return ask(uploadsPath(item.evenementId), { method: 'POST', headers, body }, options)
    },
    head: (url, options) => ask(url, { method: 'HEAD' }, options),
    patch(url, { offset, body }: { offset: number; body: Bytes }, options) {
      return ask(url, { method: 'PATCH', headers: { ...octets, 'Upload-Offset': String(offset) }, body }, options)
    },
    remove: (url, options) => ask(url, { method: 'DELETE' }, options),
    async reconcile(evenementId, ids, options): Promise<ReconcileAnswer> {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ids, annuler: options.annuler }),
      }
      const response = await call(reconcilePath(evenementId), init, options)
      if ('kind' in response) return { answer: response, known: [] }
      const list: unknown = response.ok
        ? await response
            .clone()
            .json()
            .catch(() => null)
        : null
      const answer = await readAnswer(response, { origin, evenementId, now: clock.now() })
      if (!response.ok) return { answer, known: [] }
      if (!Array.isArray(list)) return { answer: portalAnswer, known: [] }
      const known = list.flatMap((entry) => {
        const parsed = v.safeParse(reconciledSchema, entry)
        if (!parsed.success) return []
        return [{ ...parsed.output, uploadUrl: uploadPathOf(parsed.output.uploadUrl, { origin, evenementId }) }]
      })
      // A proxy may have removed Tus-Resumable. A portal answers with a page, so a list is the answer of our server.
      return { answer: answer.kind === 'none' ? { ...untaggedSuccess, status: response.status } : answer, known }
    },
  }
}

/** A success without the header Tus-Resumable, apart from its status. */
const untaggedSuccess = {
  kind: 'http',
  tus: false,
  code: null,
  message: null,
  retryAfterMs: null,
  offset: null,
  location: null,
  mediaId: null,
  sha256: null,
  duplicate: false,
} as const

/** The event id in an upload path that uploadPathOf has validated. */
function evenementOf(path: string): number {
  return Number(/\/evenements\/(\d+)\//.exec(path)?.[1])
}

/** The tus header Upload-Metadata: plain keys, values in base64 of their UTF-8 bytes. */
function uploadMetadata(item: QueueItem): string {
  const pairs = {
    clientUploadId: item.id,
    name: item.name,
    type: item.type,
    takenAt: item.takenAt,
    sha256: item.sha256,
    sourceSha256: item.sourceSha256,
  }
  return Object.entries(pairs)
    .flatMap(([key, value]) => (value === null ? [] : [`${key} ${base64(value)}`]))
    .join(',')
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
