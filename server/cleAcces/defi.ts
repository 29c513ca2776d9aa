import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { secretHash } from '../secretHash.ts'
import { newSecret } from '../secrets.ts'

/** Milliseconds in which an authenticator has to answer. */
export const defiLifeMs = 5 * 60_000

/** A challenge that was given out. */
export interface Defi {
  readonly hash: string
  readonly challenge: string
}

/**
 * Makes a challenge of 256 bits.
 * @param utilisateurId who adds a passkey with it; null for a login, where nobody is known yet
 * @returns the challenge, and the secret that names it: the page that asked is alone to know it
 */
export async function createDefi(
  { database, clock }: DatabaseDeps,
  utilisateurId: number | null,
): Promise<{ defi: string; challenge: string }> {
  const [defi, challenge] = [newSecret(), newSecret()]
  const row = { hash: secretHash(defi), challenge, utilisateurId, expire: isoFromNow(clock, defiLifeMs) }
  await database.insertInto('defi').values(row).execute()
  return { defi, challenge }
}

/** A challenge that still holds and was made for this person, or for a login (null). */
export function findDefi(
  { database, clock }: DatabaseDeps,
  { defi, utilisateurId }: { defi: string; utilisateurId: number | null },
): Promise<Defi | undefined> {
  return database
    .selectFrom('defi')
    .select(['hash', 'challenge'])
    .where('hash', '=', secretHash(defi))
    .where('utilisateurId', utilisateurId === null ? 'is' : '=', utilisateurId)
    .where('expire', '>', nowIso(clock))
    .executeTakeFirst()
}

/** Uses a challenge up; false when it was used before, also by a request at the same moment. */
export async function takeDefi(database: Database, { hash }: Pick<Defi, 'hash'>): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('defi').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n
}
