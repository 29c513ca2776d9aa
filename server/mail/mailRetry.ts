import { minuteMs } from '#domain/contract/durations.ts'

const delays = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 360 * minuteMs] as const
/** Maximum delay while the mail server is unreachable, which is no failure of the message. */
const unreachableDelayMs = 15 * minuteMs

/** Milliseconds after which a failing message is given up. */
export const deliveryTimeoutMs = 3 * 24 * 60 * minuteMs

/** Increasing delay before the next attempt, in milliseconds. @param essais attempts so far, from 1 */
export function retryDelayMs(essais: number, { isUnreachable = false }: { isUnreachable?: boolean } = {}): number {
  const delay = delays[Math.min(essais, delays.length) - 1] ?? minuteMs
  return isUnreachable ? Math.min(delay, unreachableDelayMs) : delay
}

/** Enhanced status codes of an invalid address (RFC 3463). Other refusals may have causes on our side. */
const unknownAddress = /\b5\.1\.(?:1|2|3|6|10)\b/

/** Whether the server reports that the address does not exist: retries would only harm our reputation. */
export function isUnknownAddress(error: unknown): boolean {
  return unknownAddress.test(textOf(error, 'response'))
}

/** Details of a failure: a short code for the log, without addresses, and the server's message for the outbox. */
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
