import type { PreuveCle } from '#domain/utilisateur/cleAcces.ts'
import { nowIso } from '../clock.ts'
import type { CleAccesRow } from '../database/tables/people.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findCleAcces, noteCleUse } from './cleAcces.repository.ts'
import { type Defi, findDefi, takeDefi } from './defi.ts'
import { relyingPartyOf, verifyAssertion } from './webauthn.ts'

interface UseDeps extends DatabaseDeps {
  readonly publicUrl: string
}

export interface UsedCle {
  readonly cle: CleAccesRow
  readonly defi: Defi
  readonly compteur: number
}

/**
 * Verifies the use of a passkey without marking anything as used. Call it before the transaction: the verification
 * takes time.
 * @returns null when the challenge, the passkey or its signature is wrong
 * @throws Problem cleAcces.indisponible
 */
export async function checkCleUse(deps: UseDeps, { defi: secret, reponse }: PreuveCle): Promise<UsedCle | null> {
  const party = relyingPartyOf(deps.publicUrl)
  const defi = await findDefi(deps, { defi: secret, utilisateurId: null })
  const cle = await findCleAcces(deps.database, reponse.id)
  if (!defi || !cle) return null
  const compteur = await verifyAssertion({ party, challenge: defi.challenge }, reponse, cle.clePublique)
  return compteur === null ? null : { cle, defi, compteur }
}

/**
 * Marks the challenge as used and updates the counter.
 * @param deps with the database of the transaction that this use authorizes
 * @returns `refusee` when the challenge was used or the passkey removed since then; `copiee` when the counter has not
 * increased: two authenticators have the same key
 */
export async function takeCleUse(
  { database, clock }: Pick<UseDeps, 'database' | 'clock'>,
  { cle, defi, compteur }: UsedCle,
): Promise<'bonne' | 'refusee' | 'copiee'> {
  if (!(await takeDefi(database, defi))) return 'refusee'
  if (await noteCleUse(database, { id: cle.id, compteur, now: nowIso(clock) })) return 'bonne'
  return (await findCleAcces(database, cle.credentialId)) ? 'copiee' : 'refusee'
}
