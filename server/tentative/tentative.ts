import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { isoFromNow, nowIso, type Clock } from '../clock.ts'
import { lockName } from '../database/lock.ts'
import { Problem } from '../http/problem.ts'
import { provenEmailOf } from '../utilisateur/addresses.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'

/** How often something may happen under one key: `limit` times within `windowMs` milliseconds. */
export interface RateLimit {
  readonly cle: string
  readonly limit: number
  readonly windowMs: number
}

/** A rate limit that counts each network or device apart, so that no stranger uses up what is the owner's. */
export interface RateLimitByOrigin extends RateLimit {
  readonly origine: string
  /** How often it may happen from all origins together, for this one to be let through; null for any number. */
  readonly total: number | null
}

/** What was counted, this attempt included. */
export interface CountedAttempt {
  readonly fromOrigin: number
  readonly fromAll: number
}

/**
 * Counts one attempt before the work it stands for, so that parallel attempts are counted too.
 * @returns how to take it back when it turns out not to count
 * @throws Problem requete.trop_de_tentatives with Retry-After once the limit is reached
 */
export async function countAttempt(deps: DatabaseDeps, rate: RateLimit): Promise<() => Promise<void>> {
  const id = await deps.database.transaction().execute((database) => addAttempt({ ...deps, database }, rate))
  return async () => {
    await deps.database.deleteFrom('tentative').where('id', '=', id).execute()
  }
}

/**
 * The same in a transaction that is under way.
 * @param deps with the database of that transaction
 * @returns the number of its row
 * @throws Problem as {@link countAttempt}
 */
export async function addAttempt(deps: DatabaseDeps, { cle, limit, windowMs }: RateLimit): Promise<number> {
  const { database, clock } = deps
  const seen = await findAttempts(deps, { cle, windowMs })
  requireRoom(clock, seen, { limit, windowMs })
  const attempt = { cle, instant: nowIso(clock) }
  const { id } = await database.insertInto('tentative').values(attempt).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * The same for a limit of each network or device, and one of all of them together. What is refused does not count.
 * @throws Problem requete.trop_de_tentatives with Retry-After once either limit is reached
 */
export async function countAttemptByOrigin(deps: DatabaseDeps, limits: RateLimitByOrigin): Promise<CountedAttempt> {
  const { clock } = deps
  const { cle, origine, limit, total, windowMs } = limits
  return deps.database.transaction().execute(async (database) => {
    const all = await findAttempts({ database, clock }, { cle, windowMs })
    const own = all.filter((attempt) => attempt.origine === origine)
    requireRoom(clock, own, { limit, windowMs })
    if (total !== null) requireRoom(clock, all, { limit: total, windowMs })
    await database
      .insertInto('tentative')
      .values({ cle, origine, instant: nowIso(clock) })
      .execute()
    return { fromOrigin: own.length + 1, fromAll: all.length + 1 }
  })
}

/** Forgets the attempts under a key; those of one origin alone when it is given. */
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

/** Attempts within the window, oldest first, after the older ones are deleted. @param deps with a transaction */
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

function requireRoom(
  clock: Clock,
  seen: readonly { readonly instant: string }[],
  { limit, windowMs }: Omit<RateLimit, 'cle'>,
): void {
  // The one whose end makes room: with a higher limit than now it may not be the oldest.
  const leaving = seen[seen.length - limit]
  if (leaving) throw tooMany(Date.parse(leaving.instant) + windowMs - clock.now().getTime())
}

const keptByAddress = ['login', 'oubli']
const keptByPerson = [
  'album',
  'code',
  'confirmation',
  'email',
  'export',
  'invitation-compte',
  'invitation-inconnue',
  'message',
  'mot-de-passe',
  'restauration',
  'retrait',
]

/** The keys under which attempts of a person are counted; those of an address are theirs once they have proven it. */
export function attemptKeysOf(person: Pick<UtilisateurRow, 'id' | 'email' | 'emailConfirmeLe'>): string[] {
  const address = provenEmailOf(person)
  return [
    ...(address === '' ? [] : keptByAddress.map((noun) => `${noun}:${address}`)),
    ...keptByPerson.map((noun) => `${noun}:${person.id}`),
  ]
}

function tooMany(waitMs: number): Problem {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  return new Problem('requete.trop_de_tentatives', {
    values: { minutes: Math.ceil(seconds / 60) },
    headers: { 'Retry-After': String(seconds) },
  })
}
