import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { secretHash } from '../secretHash.ts'
import { countAttempt } from '../tentative/tentative.ts'

const perAddress = { limit: 10, windowMs: 86_400_000 }

/**
 * Limits the mail that accounts together may send to one address that none of them has proven: ten a day.
 * The count outlives an account that is erased, else registering again would begin it anew: it holds a hash.
 * @param email normalised
 * @throws Problem requete.trop_de_tentatives with Retry-After
 */
export async function limitMailTo(deps: DatabaseDeps, email: string): Promise<void> {
  await countAttempt(deps, { cle: `courriel-vers:${secretHash(email)}`, ...perAddress })
}
