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

/** A passkey whose signature was found right, and what has to be used up with it. */
export interface UsedCle {
  readonly cle: CleAccesRow
  readonly defi: Defi
  readonly compteur: number
}

/**
 * Checks the use of a passkey; nothing is used up yet. Before the transaction: the check takes time.
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
 * Uses the challenge up and moves the counter on.
 * @param deps with the database of the transaction that this use opens something in
 * @returns `refusee` when the challenge was used or the passkey removed since; `copiee` when the counter has not grown:
 * two authenticators hold the same key
 */
export async function takeCleUse(
  { database, clock }: Pick<UseDeps, 'database' | 'clock'>,
  { cle, defi, compteur }: UsedCle,
): Promise<'bonne' | 'refusee' | 'copiee'> {
  if (!(await takeDefi(database, defi))) return 'refusee'
  if (await noteCleUse(database, { id: cle.id, compteur, now: nowIso(clock) })) return 'bonne'
  return (await findCleAcces(database, cle.credentialId)) ? 'copiee' : 'refusee'
}
