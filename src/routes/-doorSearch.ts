import * as v from 'valibot'

const text = v.optional(v.fallback(v.string(), ''), '')

/** Where somebody at a door wanted to go; it is kept from door to door. */
export const doorSearch = v.object({ redirect: text })

/** The same at a door that a mailed link opens. */
export const linkSearch = v.object({ redirect: text, token: text })
