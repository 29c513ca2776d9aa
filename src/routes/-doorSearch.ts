import * as v from 'valibot'

const text = v.optional(v.fallback(v.string(), ''), '')

/** The path wanted before the login; kept across the pages outside the session. */
export const doorSearch = v.object({ redirect: text })

/** The same with the token of a mailed link. */
export const linkSearch = v.object({ redirect: text, token: text })
