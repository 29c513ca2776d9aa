import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { isoFromNow, nowIso, type Clock } from '../clock.ts'
import { lockName } from '../database/lock.ts'
import { tooManyAttempts } from './tooManyAttempts.ts'

/** A rate limit of one key: `limit` attempts within `windowMs` milliseconds. */
export interface RateLimit {
  readonly cle: string
  readonly limit: number
  readonly windowMs: number
}

/** A rate limit per network or device, so that strangers do not use up the owner's attempts. */
export interface RateLimitByOrigin extends RateLimit {
  readonly origine: string
  /** Limit over all origins together; null for none. */
  readonly total: number | null
}

/** Number of attempts, including this one. */
export interface CountedAttempt {
  readonly fromOrigin: number
  readonly fromAll: number
}

/**
 * Counts an attempt before the work, so that parallel attempts are counted too.
 * @returns a function that removes the attempt from the count
 * @throws Problem requete.trop_de_tentatives with Retry-After when the limit is reached
 */
export async function countAttempt(deps: DatabaseDeps, rate: RateLimit): Promise<() => Promise<void>> {
  const id = await deps.database.transaction().execute((database) => addAttempt({ ...deps, database }, rate))
  return async () => {
    await deps.database.deleteFrom('tentative').where('id', '=', id).execute()
  }
}

/**
 * As {@link countAttempt}, inside the caller's transaction.
 * @param deps with the database of that transaction
 * @param origine stored with the attempt, for {@link hasAttemptFrom}
 * @returns the id of its row
 * @throws Problem as {@link countAttempt}
 */
export async function addAttempt(
  deps: DatabaseDeps,
  { cle, limit, windowMs }: RateLimit,
  origine: string | null = null,
): Promise<number> {
  const { database, clock } = deps
  const seen = await findAttempts(deps, { cle, windowMs })
  assertUnderLimit(clock, seen, { limit, windowMs })
  const attempt = { cle, origine, instant: nowIso(clock) }
  const { id } = await database.insertInto('tentative').values(attempt).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * As {@link countAttempt}, with a limit per network or device and one over all. A refused attempt is not counted.
 * @throws Problem requete.trop_de_tentatives with Retry-After when either limit is reached
 */
export async function countAttemptByOrigin(deps: DatabaseDeps, limits: RateLimitByOrigin): Promise<CountedAttempt> {
  const { clock } = deps
  const { cle, origine, limit, total, windowMs } = limits
  return deps.database.transaction().execute(async (database) => {
    const all = await findAttempts({ database, clock }, { cle, windowMs })
    const own = all.filter((attempt) => attempt.origine === origine)
    assertUnderLimit(clock, own, { limit, windowMs })
    if (total !== null) assertUnderLimit(clock, all, { limit: total, windowMs })
    await database
      .insertInto('tentative')
      .values({ cle, origine, instant: nowIso(clock) })
      .execute()
    return { fromOrigin: own.length + 1, fromAll: all.length + 1 }
  })
}

/**
 * Checks a limit without counting an attempt.
 * @throws Problem as {@link countAttempt}
 */
export async function assertRoomLeft({ database, clock }: DatabaseDeps, rate: RateLimit): Promise<void> {
  const seen = await database
    .selectFrom('tentative')
    .select('instant')
    .where('cle', '=', rate.cle)
    .where('instant', '>', isoFromNow(clock, -rate.windowMs))
    .orderBy('instant')
    .execute()
  assertUnderLimit(clock, seen, rate)
}

/** Whether an attempt within the window has this origin. */
export async function hasAttemptFrom(
  { database, clock }: DatabaseDeps,
  { cle, origine, windowMs }: Pick<RateLimitByOrigin, 'cle' | 'origine' | 'windowMs'>,
): Promise<boolean> {
  const row = await database
    .selectFrom('tentative')
    .select('id')
    .where('cle', '=', cle)
    .where('origine', '=', origine)
    .where('instant', '>', isoFromNow(clock, -windowMs))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the attempts of a key; only those of one origin when given. */
export async function clearAttempts(
  { database }: Pick<DatabaseDeps, 'database'>,
  cle: string,
  origine: string | null = null,
): Promise<void> {
  await database
    .deleteFrom('tentative')
    .where('cle', '=', cle)
    .$if(origine !== null, (query) => query.where('origine', '=', origine))
    .execute()
}

/** Attempts within the window, oldest first. Deletes older ones. @param deps with a transaction */
async function findAttempts({ database, clock }: DatabaseDeps, { cle, windowMs }: Omit<RateLimit, 'limit'>) {
  await lockName(database, `tentative:${cle}`)
  const since = isoFromNow(clock, -windowMs)
  await database.deleteFrom('tentative').where('cle', '=', cle).where('instant', '<=', since).execute()
  return database
    .selectFrom('tentative')
    .select(['instant', 'origine'])
    .where('cle', '=', cle)
    .orderBy('instant')
    .execute()
}

function assertUnderLimit(
  clock: Clock,
  seen: readonly { readonly instant: string }[],
  { limit, windowMs }: Omit<RateLimit, 'cle'>,
): void {
  // The attempt whose expiry makes room. It is not the oldest when the limit was lowered since.
  const blocking = seen[seen.length - limit]
  if (blocking) throw tooManyAttempts(Date.parse(blocking.instant) + windowMs - clock.now().getTime())
}
