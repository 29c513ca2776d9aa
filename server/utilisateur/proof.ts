import { isoFromNow } from '../clock.ts'
import type { UtilisateurRow } from '../database/tables/people.ts'
import { Problem } from '../http/problem.ts'
import type { Parts } from '../parts.ts'
import type { ActeurEnSession } from '../session/acteur.ts'
import { findSession } from '../session/session.repository.ts'
import { clearAttempts, countAttempt } from '../tentative/tentative.ts'
import { fitsPassword } from './passwordHash.ts'

const minute = 60_000
const youngLoginMs = 10 * minute
const guesses = { limit: 5, windowMs: 15 * minute }

interface Claim {
  readonly acteur: ActeurEnSession
  readonly before: UtilisateurRow
  readonly motDePasseActuel: string | undefined
}

/**
 * Wants the present password, or a login younger than ten minutes (product 7): a phone left on a table changes nothing.
 * @throws Problem utilisateur.mot_de_passe_requis, utilisateur.mot_de_passe_incorrect (five guesses in 15 min)
 */
export async function requireProof(
  deps: Pick<Parts, 'database' | 'clock'>,
  { acteur, before, motDePasseActuel }: Claim,
): Promise<void> {
  if (motDePasseActuel === undefined) {
    const session = await findSession(deps.database, acteur.jti)
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
