import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { lockName } from '../database/lock.ts'
import { secretHash } from '../secrets/secretHash.ts'
import type { KeyedAction } from './attemptKeys.ts'
import { addAttempt, hasAttemptFrom } from './rateLimit.ts'

/** Requests with a key that one person may send in a day. */
const perDay = 1000

interface KeyedRequest {
  readonly action: KeyedAction
  readonly acteurId: number
  /** The key of the form; undefined from a page of an earlier version. */
  readonly cle: string | undefined
  /** Everything that makes two requests the same: the fields of the form, the event, the recipient. */
  readonly content: readonly (string | number)[]
}

/**
 * Whether a person's request was carried out within a day: its answer was lost, and the form or the browser sends it
 * again. Marks it as carried out. A changed content is another request.
 * @param deps with the transaction that carries it out: a repeated request waits for the end of the first one
 * @throws Problem requete.trop_de_tentatives with Retry-After
 */
export async function isRepeated(
  deps: DatabaseDeps,
  { action, acteurId, cle, content }: KeyedRequest,
): Promise<boolean> {
  if (cle === undefined) return false
  const done = { cle: `${action}:${acteurId}`, windowMs: dayMs }
  const origine = secretHash(JSON.stringify([cle, ...content]))
  await lockName(deps.database, done.cle)
  if (await hasAttemptFrom(deps, { ...done, origine })) return true
  await addAttempt(deps, { ...done, limit: perDay }, origine)
  return false
}
