import * as v from 'valibot'
import { searchParam } from './-searchParam.ts'

/** The path wanted before the login; kept across the pages outside the session. */
export const authSearch = v.object({ redirect: searchParam(v.string(), '') })

/** The same with the token of a mailed link. */
export const linkSearch = v.object({ ...authSearch.entries, token: searchParam(v.string(), '') })
