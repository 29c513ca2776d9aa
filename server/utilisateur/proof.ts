import { isoFromNow } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { orThrow, Problem } from '../http/problem.ts'
import type { Database } from '../database/database.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { lockLiveSession } from '../session/liveSession.ts'
import { findSession } from '../session/session.repository.ts'
import { clearAttempts, countAttempt } from '../tentative/tentative.ts'
import { fitsPassword } from './passwordHash.ts'
import { findLivingUtilisateur } from './utilisateur.repository.ts'

const minute = 60_000
const youngLoginMs = 10 * minute
const guesses = { limit: 5, windowMs: 15 * minute }

/**
 * Locks the account for what a proof allows, and checks that the proof still holds: hashing takes long, and the owner
 * may have set another password by a mailed link since, or erased the account.
 * @param deps with the database of a transaction
 * @param claim `before`: the account as it stood when the proof was made
 * @throws Problem session.expiree when the session ended, the account was closed, or its password is another one
 */
export async function lockProven(
  deps: DatabaseDeps,
  { acteur, before }: Pick<Claim, 'acteur' | 'before'>,
): Promise<void> {
  const { utilisateur } = await lockLiveSession(deps, acteur)
  // Every hash has its own salt: an equal hash means that no password was set since.
  if (utilisateur.motDePasse !== before.motDePasse) throw new Problem('session.expiree')
}

interface Claim {
  readonly acteur: ActeurEnSession
  readonly before: UtilisateurRow
  readonly motDePasseActuel: string | undefined
}

/** What a call brings that changes how its person signs in. */
export interface Asked {
  readonly acteur: ActeurEnSession
  readonly motDePasseActuel?: string | undefined
}

/**
 * Asks for the proof, then does `work` in a transaction that has locked the account the proof was made against.
 * @throws Problem as requireProof and lockProven
 */
export async function withProof<T>(
  deps: DatabaseDeps,
  { acteur, motDePasseActuel }: Asked,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const before = orThrow(await findLivingUtilisateur(deps.database, acteur.id), 'session.expiree')
  await requireProof(deps, { acteur, before, motDePasseActuel })
  return deps.database.transaction().execute(async (database) => {
    await lockProven({ ...deps, database }, { acteur, before })
    return work(database)
  })
}

/**
 * Wants the present password, or a login younger than ten minutes (product 7): a phone left on a table changes nothing.
 * @throws Problem utilisateur.mot_de_passe_requis, utilisateur.mot_de_passe_incorrect (five guesses in 15 min)
 */
export async function requireProof(deps: DatabaseDeps, { acteur, before, motDePasseActuel }: Claim): Promise<void> {
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
