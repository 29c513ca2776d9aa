import type { Parts } from '../parts.ts'
import { isoFromNow, nowIso } from '../clock.ts'
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

type LimitDeps = Pick<Parts, 'database' | 'clock'>

/**
 * Counts one attempt before the work it stands for, so that parallel attempts are counted too.
 * @returns how to take it back when it turns out not to count
 * @throws Problem requete.trop_de_tentatives with Retry-After once the limit is reached
 */
export async function countAttempt(deps: LimitDeps, { cle, limit, windowMs }: RateLimit): Promise<() => Promise<void>> {
  const { clock } = deps
  return deps.database.transaction().execute(async (database) => {
    await lockName(database, `tentative:${cle}`)
    const since = isoFromNow(clock, -windowMs)
    await database.deleteFrom('tentative').where('cle', '=', cle).where('instant', '<=', since).execute()
    const seen = await database
      .selectFrom('tentative')
      .select('instant')
      .where('cle', '=', cle)
      .orderBy('instant')
      .execute()
    const [oldest] = seen
    if (oldest && seen.length >= limit) throw tooMany(Date.parse(oldest.instant) + windowMs - clock.now().getTime())
    const attempt = { cle, instant: nowIso(clock) }
    const { id } = await database.insertInto('tentative').values(attempt).returning('id').executeTakeFirstOrThrow()
    return async () => {
      await deps.database.deleteFrom('tentative').where('id', '=', id).execute()
    }
  })
}

/** Forgets every attempt under a key. */
export async function clearAttempts({ database }: Pick<Parts, 'database'>, cle: string): Promise<void> {
  await database.deleteFrom('tentative').where('cle', '=', cle).execute()
}

const keptByAddress = ['login', 'oubli', 'courriel-vers']
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
