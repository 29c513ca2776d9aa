import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { isoFromNow, nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { newSecret } from '../secrets/secrets.ts'

/** Validity of a challenge in ms. */
export const defiLifeMs = 5 * 60_000

export interface Defi {
  readonly hash: string
  readonly challenge: string
}

/**
 * Creates a challenge of 256 bits.
 * @param utilisateurId the person who adds a passkey with it; null for a login, whose person is not known yet
 * @returns the challenge, and the secret that identifies it, known only to the requesting page
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

/** A valid challenge that was made for this person, or for a login (null). */
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

/** Deletes a used challenge; false when it was already used. */
export async function takeDefi(database: Database, { hash }: Pick<Defi, 'hash'>): Promise<boolean> {
  const { numDeletedRows } = await database.deleteFrom('defi').where('hash', '=', hash).executeTakeFirst()
  return numDeletedRows === 1n
}
