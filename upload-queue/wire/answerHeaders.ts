import { dayMs } from '#domain/contract/durations.ts'

/** Bounds of a wait that a server requests: 1 s to 1 day. */
const waitBounds = { least: 1000, most: dayMs }

/** An HTTP date starts with the name of its day; `Date.parse` also makes a date of "-5" and "1.5". */
const httpDateStart = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/

/** Retry-After in milliseconds: a number of seconds, or a date relative to the Date header if there is one. */
export function retryAfterMs(headers: Headers, now: number): number | null {
  const text = headers.get('Retry-After')
  if (text === null) return null
  const seconds = wholeNumber(text)
  if (seconds !== null) return withinBounds(seconds * 1000)
  const until = httpDateStart.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(until)) return null
  const serverNow = Date.parse(headers.get('Date') ?? '')
  return withinBounds(until - (Number.isNaN(serverNow) ? now : serverNow))
}

function withinBounds(ms: number): number {
  return Math.min(waitBounds.most, Math.max(waitBounds.least, ms))
}

/** The number of a header that holds a whole one; otherwise null. */
export function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
