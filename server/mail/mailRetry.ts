const minute = 60_000
const delays = [minute, 5 * minute, 15 * minute, 60 * minute, 360 * minute] as const
/** While the server itself is away, nothing is learnt about the message: it leaves soon after the return. */
const unreachableDelayMs = 15 * minute

/** Milliseconds after which a message that fails is kept as failed. */
export const givesUpAfterMs = 3 * 24 * 60 * minute

/** Milliseconds before the next try, later and later. @param essais tries so far, from 1 */
export function retryDelayMs(essais: number, { isUnreachable = false }: { isUnreachable?: boolean } = {}): number {
  const delay = delays[Math.min(essais, delays.length) - 1] ?? minute
  return isUnreachable ? Math.min(delay, unreachableDelayMs) : delay
}

/** Enhanced status codes of an address that does not exist (RFC 3463); any other refusal may be our own fault. */
const unknownAddress = /\b5\.1\.(?:1|2|3|6|10)\b/

/** Whether the server says that there is no such address: asking again would only harm our name. */
export function isHopeless(error: unknown): boolean {
  return unknownAddress.test(textOf(error, 'response'))
}

/** What a failure says: a short code for the log, which holds no address, and the server's words for the outbox. */
export function failureOf(error: unknown): { code: string; erreur: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const code = [textOf(cause, 'code'), textOf(cause, 'responseCode')].filter((text) => text !== '').join(' ')
  return { code: code || 'EUNKNOWN', erreur: String(error).slice(0, 500) }
}

function textOf(error: unknown, name: 'code' | 'response' | 'responseCode'): string {
  if (!(error instanceof Error)) return ''
  const value: unknown = Object.getOwnPropertyDescriptor(error, name)?.value
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
