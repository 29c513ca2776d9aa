import { minuteMs } from '#domain/contract/durations.ts'
import { isoFromNow } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { findSession } from '../session/session.repository.ts'
import { clearAttempts, countAttempt } from '../tentative/rateLimit.ts'
import { fitsPassword } from './passwordHash.ts'
import { findLivingUtilisateur } from './utilisateur.repository.ts'

/** A login younger than this is a proof. */
export const youngLoginMs = 10 * minuteMs
const guesses = { limit: 5, windowMs: 15 * minuteMs }

/**
 * Locks the account after a proof and checks that the proof is still valid: hashing takes long, and the owner may
 * have set another password by a mailed link, or erased the account, in between.
 * @param deps with the database of a transaction
 * @param claim `before`: the account as read for the proof
 * @throws Problem session.expiree when the session ended, the account was closed, or the password was changed
 */
export async function lockProven(
  deps: DatabaseDeps,
  { acteur, before }: Pick<Claim, 'acteur' | 'before'>,
): Promise<void> {
  const { utilisateur } = await lockLiveSession(deps, acteur)
  // Hashes are salted: the same hash means that the password was not set again.
  if (utilisateur.motDePasse !== before.motDePasse) throw new Problem('session.expiree')
}

interface Claim {
  readonly acteur: ActeurEnSession
  readonly before: UtilisateurRow
  readonly motDePasseActuel: string | undefined
}

export interface ProofInput {
  readonly acteur: ActeurEnSession
  readonly motDePasseActuel?: string | undefined
}

/**
 * Requires the proof, then runs `work` in a transaction that has locked the account.
 * @throws Problem as assertProof and lockProven
 */
export async function withProof<T>(
  deps: DatabaseDeps,
  { acteur, motDePasseActuel }: ProofInput,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const before = orThrow(await findLivingUtilisateur(deps.database, acteur.id), 'session.expiree')
  await assertProof(deps, { acteur, before, motDePasseActuel })
  return deps.database.transaction().execute(async (database) => {
    await lockProven({ ...deps, database }, { acteur, before })
    return work(database)
  })
}

/**
 * Requires the current password, or a login in the last ten minutes (product 7), so that an unattended device cannot
 * change the account. A guest has no password: the session is the only proof.
 * @throws Problem utilisateur.mot_de_passe_requis, utilisateur.mot_de_passe_incorrect (five attempts in 15 min)
 */
export async function assertProof(deps: DatabaseDeps, { acteur, before, motDePasseActuel }: Claim): Promise<void> {
  if (before.invite === 1) return
  if (motDePasseActuel === undefined) {
    const session = await findSession(deps.database, acteur.credential.jti)
    const isYoung = session !== undefined && session.connecteLe > isoFromNow(deps.clock, -youngLoginMs)
    if (!isYoung) throw new Problem('utilisateur.mot_de_passe_requis')
    return
  }
  const cle = `mot-de-passe:${acteur.id}`
  await countAttempt(deps, { cle, ...guesses })
  if (!(await fitsPassword(before.motDePasse, motDePasseActuel))) {
    throw new Problem('utilisateur.mot_de_passe_incorrect')
  }
  await clearAttempts(deps, cle)
}
