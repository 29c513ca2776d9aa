import * as v from 'valibot'
import { errorAnswer } from '#domain/contract/fields.ts'
import type { HttpAnswer, NoAnswer, WireAnswer } from '#upload-queue/engine/ports.ts'
import { retryAfterMs, wholeNumber } from './answerHeaders.ts'
import { uploadPathOf } from './uploadAddress.ts'

/** The answer of a captive portal, or of anything else that is not our server. */
export const portalAnswer: NoAnswer = { kind: 'none', reason: 'portal' }

/** An answer whose body was cut: without the code of a refusal its meaning is not known. */
const cutAnswer: NoAnswer = { kind: 'none', reason: 'network' }

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
  const isError = response.status >= 400
  // An unread body would keep the connection from being reused. That of a success says nothing that the headers do not.
  const text = response.bodyUsed ? '' : await response.text().catch(() => null)
  if (isError && text === null) return cutAnswer
  const error = isError ? errorIn(text ?? '') : null
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

function errorIn(text: string): v.InferOutput<typeof errorAnswer> | null {
  try {
    const parsed = v.safeParse(errorAnswer, JSON.parse(text))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}
