import * as v from 'valibot'

/** A row's number, as sent in JSON. */
export const id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** The largest number a row can have: PostgreSQL's integer. */
const largestId = 2 ** 31 - 1

/** A row's number in an address. A malformed one is a 404, never a 500. */
export const idParam = v.pipe(
  v.string(),
  v.regex(/^[1-9]\d{0,9}$/),
  v.transform((text) => Number(text)),
  v.maxValue(largestId),
)

/** An instant in ISO 8601, UTC (product 35). */
export const dateIso = v.pipe(
  v.string(),
  v.check((text) => /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text))),
)

/**
 * An instant sent by a form: any ISO 8601 text with its offset or Z; it comes out in UTC with milliseconds.
 * @param message for a text without zone, and of a day or hour that does not exist
 */
export const dateInput = (message: string) =>
  v.pipe(
    v.string(message),
    v.check((text) => utcMs(text) !== null, message),
    v.transform((text) => new Date(text).toISOString()),
  )

/**
 * Reads an ISO 8601 date and time with its offset or Z.
 * @returns milliseconds since 1970; null without a zone, and for a date that does not exist (`Date` parses 31 February
 * as 3 March)
 */
export function utcMs(text: string): number | null {
  const match = /^(\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d)(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(text)
  if (!match) return null
  const fields = Date.parse(`${match[1]}Z`)
  if (Number.isNaN(fields) || new Date(fields).toISOString().slice(0, 16) !== match[1]) return null
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : time
}

/** The version that a change has seen (RFC 9110, 13.1.1); absent: the current one. */
export const ifMatch = v.object({
  'If-Match': v.optional(
    v.pipe(
      v.string(),
      v.regex(/^"?\d{1,9}"?$/),
      v.transform((text) => Number(text.replaceAll('"', ''))),
    ),
  ),
})

/** The answer of a call that only confirms its success. */
export const messageAnswer = v.object({ message: v.string() })

/** The answer of a refused call: its code, and the French sentence to show. */
export const errorAnswer = v.object({ message: v.string(), code: v.string() })
