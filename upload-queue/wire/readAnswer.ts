import * as v from 'valibot'
import type { HttpAnswer, NoAnswer, WireAnswer } from '#upload-queue/engine/ports.ts'
import { uploadPathOf } from './uploadAddress.ts'

const errorSchema = v.object({ message: v.string(), code: v.string() })
/** The answer of a captive portal, or of anything else that is not our server. */
export const portalAnswer: NoAnswer = { kind: 'none', reason: 'portal' }
/** Bounds of a wait that a server requests: 1 s to 1 day. */
const waitBounds = { least: 1000, most: 24 * 3_600_000 }

/** Converts a response to an answer of the engine. `place` limits which upload addresses are accepted. */
export async function readAnswer(
  response: Response,
  place: { origin: string; evenementId: number; now: number },
): Promise<WireAnswer> {
  const tus = response.headers.get('Tus-Resumable') !== null
  // A captive portal answers every request with its own page or redirects to it.
  if (response.type === 'opaqueredirect' || (!tus && response.status < 400)) {
    await response.body?.cancel().catch(() => {})
    return portalAnswer
  }
  const { headers } = response
  const error = response.status >= 400 ? await readError(response) : null
  // An unread body would keep the connection from being reused.
  if (error === null && !response.bodyUsed) await response.arrayBuffer().catch(() => {})
  return {
    kind: 'http',
    status: response.status,
    tus,
    code: error?.code ?? null,
    message: error?.message ?? null,
    retryAfterMs: retryAfterMs(headers, place.now),
    offset: wholeNumber(headers.get('Upload-Offset')),
    location: uploadPathOf(headers.get('Location'), place),
    mediaId: wholeNumber(headers.get('X-Media-Id')),
    sha256: headers.get('X-Content-Sha256'),
    duplicate: headers.get('X-Duplicate') === '1',
  } satisfies HttpAnswer
}

async function readError(response: Response): Promise<v.InferOutput<typeof errorSchema> | null> {
  try {
    const parsed = v.safeParse(errorSchema, await response.json())
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Retry-After in milliseconds: a number of seconds, or a date relative to the Date header if there is one. */
function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('Retry-After')
  if (text === null) return null
  const seconds = wholeNumber(text)
  if (seconds !== null) return withinBounds(seconds * 1000)
  const until = Date.parse(text)
  if (Number.isNaN(until)) return null
  const serverNow = Date.parse(headers.get('Date') ?? '')
  return withinBounds(until - (Number.isNaN(serverNow) ? now : serverNow))
}

function withinBounds(ms: number): number {
  return Math.min(waitBounds.most, Math.max(waitBounds.least, ms))
}

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
