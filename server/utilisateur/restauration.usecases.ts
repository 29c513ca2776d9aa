import { hourMs } from '#domain/contract/durations.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { UtilisateurAvecEmail } from '../database/tables/people.ts'
import { networkOf } from '../http/network.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { countAttempt } from '../tentative/rateLimit.ts'
import { mailRestauration } from './archiveLettre.ts'
import { createJeton, endJetons, findUnexpiredJeton, takeJeton } from './jeton.repository.ts'
import { findUtilisateur, lockUtilisateur, updateUtilisateur } from './utilisateur.repository.ts'

export interface RestaurationDeps extends DatabaseDeps {
  readonly publicUrl: string
}

const linkLifeHours = 24
const limits = { mailsPerHour: 3, tokensPerIp: 300 }
const genre = 'RESTAURATION'

/** Mails the link that reopens an archived account, at most three times an hour. Not inside a transaction. */
export async function sendRestauration(deps: RestaurationDeps, utilisateur: UtilisateurAvecEmail): Promise<void> {
  const limit = { cle: `restauration:${utilisateur.id}`, limit: limits.mailsPerHour, windowMs: hourMs }
  const isCounted = await countAttempt(deps, limit).catch((error: unknown) => {
    if (error instanceof Problem) return null
    throw error
  })
  if (!isCounted) return
  await deps.database.transaction().execute((database) => mailRestaurationLink({ ...deps, database }, utilisateur))
}

/** The same inside a transaction, without the limit. */
export async function mailRestaurationLink(deps: RestaurationDeps, utilisateur: UtilisateurAvecEmail): Promise<void> {
  const secret = await createJeton(deps, { utilisateur, genre, lifeMs: linkLifeHours * hourMs })
  await mailRestauration(deps, utilisateur, { secret, hours: linkLifeHours })
}

/**
 * Reopens an archived account by a mailed link, once; the same link again finds the account open.
 * @throws Problem utilisateur.restauration_invalide, session.compte_desactive
 */
export async function restoreUtilisateur(
  deps: RestaurationDeps,
  { token, ip }: { token: string; ip: string },
): Promise<void> {
  await countAttempt(deps, { cle: `restauration-ip:${networkOf(ip)}`, limit: limits.tokensPerIp, windowMs: hourMs })
  const now = nowIso(deps.clock)
  await deps.database.transaction().execute(async (database) => {
    const jeton = await findUnexpiredJeton(database, { secret: token, genre, now })
    if (!jeton) throw new Problem('utilisateur.restauration_invalide')
    const { utilisateurId } = jeton
    // Lock the account before its links, in the order of an erasure, which deletes the links.
    await lockUtilisateur(database, utilisateurId)
    const utilisateur = await findUtilisateur(database, utilisateurId)
    if (utilisateur?.statutActif === 0) throw new Problem('session.compte_desactive')
    if (!(await takeJeton(database, jeton.hash, now))) {
      if (utilisateur?.archiveLe === null) return
      throw new Problem('utilisateur.restauration_invalide')
    }
    await endJetons(database, { utilisateurId, genre }, now)
    await updateUtilisateur(database, utilisateurId, { archiveLe: null, derniereActivite: now, avertissements: 0 })
    const objet = `utilisateur:${utilisateurId}`
    await writeAudit(database, deps.clock, { acteurId: utilisateurId, action: 'utilisateur/restaure', objet })
  })
}
