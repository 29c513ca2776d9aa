import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { countAttempt } from '../tentative/rateLimit.ts'

const perAddress = { limit: 10, windowMs: dayMs }

/**
 * Limits the mail to an unconfirmed address, for all accounts together: ten a day. The count is kept when an account
 * is erased, because registering again would otherwise reset it; it stores a hash.
 * @param email normalized
 * @throws Problem requete.trop_de_tentatives with Retry-After
 */
export async function limitMailTo(deps: DatabaseDeps, email: string): Promise<void> {
  await countAttempt(deps, { cle: `courriel-vers:${secretHash(email)}`, ...perAddress })
}
