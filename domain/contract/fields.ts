import * as v from 'valibot'

/** A row's number, as sent in JSON. */
export const id = v.pipe(v.number(), v.integer(), v.minValue(1))

/** The largest number a row can have: PostgreSQL's integer. */
const largestId = 2 ** 31 - 1

/** A row's number, as it stands in an address. A malformed one is a 404, never a 500. */
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

/** An instant sent by a form: any ISO 8601 text with a zone; it comes out in UTC with milliseconds. */
export const dateInput = v.pipe(
  dateIso,
  v.transform((text) => new Date(text).toISOString()),
)

/** The answer of a call that has nothing to say but that it worked. */
export const messageAnswer = v.object({ message: v.string() })
