import { minuteMs } from '#domain/contract/durations.ts'
import { normalizeEmail } from '#domain/utilisateur/utilisateur.ts'
import { writeAudit } from '../audit/audit.ts'
import { nowIso } from '../clock.ts'
import type { UtilisateurAvecEmail, UtilisateurRow } from '../database/tables/people.ts'
import { networkOf } from '../http/network.ts'
import { Problem } from '../http/problem.ts'
import type { BreachedPasswords } from './breachedPasswords.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { removeSecondStep } from '../secondFacteur/secondStep.ts'
import { endSessionsOf } from '../session/endSessionsOf.ts'
import { clearAttempts, countAttempt, countAttemptByOrigin } from '../tentative/rateLimit.ts'
import { workEach } from '../workEach.ts'
import { assertAcceptablePassword } from './acceptablePassword.ts'
import { mailReinitialisation, mailPasswordChanged } from './compteLettre.ts'
import { confirmEmailOf } from './confirmation.repository.ts'
import { createJeton, endJetons, findUnexpiredJeton, hasRecentJetons, takeJeton } from './jeton.repository.ts'
import { loginKey, origineOf, type RequestOrigin } from './loginLimit.ts'
import { fitsPassword, hashPassword } from './passwordHash.ts'
import { mailRestaurationLink } from './restauration.usecases.ts'
import {
  findUtilisateur,
  findUtilisateurByEmail,
  lockUtilisateur,
  updateUtilisateur,
} from './utilisateur.repository.ts'

export interface ReinitialisationDeps extends DatabaseDeps {
  readonly publicUrl: string
}

/** Life of the link for a new password, in ms. */
export const reinitialisationLifeMs = 30 * minuteMs
const genre = 'REINITIALISATION'
const limits = { asksPerOrigin: 3, asksPerNetwork: 100, tokensPerNetwork: 300 }
const batchSize = 100

/**
 * Stores a request for a new password. Does not check that the address has an account: the work and the response time
 * are the same. At most three an hour per network or known device: requests of strangers do not use up the owner's.
 */
export async function askReinitialisation(
  deps: Pick<ReinitialisationDeps, 'database' | 'clock'>,
  input: { email: string } & RequestOrigin,
): Promise<void> {
  const email = normalizeEmail(input.email)
  const windowMs = 60 * minuteMs
  await countAttempt(deps, { cle: `oubli-ip:${networkOf(input.ip)}`, limit: limits.asksPerNetwork, windowMs })
  const asks = { cle: `oubli:${email}`, origine: origineOf(input), limit: limits.asksPerOrigin, total: null }
  await countAttemptByOrigin(deps, { ...asks, windowMs })
  await deps.database
    .insertInto('demandeReinitialisation')
    .values({ email, creeLe: nowIso(deps.clock) })
    .execute()
}

/**
 * Mails the requested links to existing accounts and deletes the requests. An account gets at most three links at once
 * and then one in 20 minutes, so that the last link in its mailbox stays valid.
 */
export async function answerReinitialisations(deps: ReinitialisationDeps): Promise<void> {
  const requests = await deps.database
    .selectFrom('demandeReinitialisation')
    .selectAll()
    .orderBy('id')
    .limit(batchSize)
    .execute()
  await workEach(requests, ({ id, email }) =>
    deps.database.transaction().execute(async (database) => {
      const taken = await database.deleteFrom('demandeReinitialisation').where('id', '=', id).executeTakeFirst()
      const known = await findUtilisateurByEmail(database, email)
      if (taken.numDeletedRows === 0n || !known) return
      await lockUtilisateur(database, known.id)
      // Read after the lock: the account may have been erased, closed or given another address since.
      const utilisateur = await findUtilisateurByEmail(database, email)
      if (utilisateur?.id !== known.id || utilisateur.statutActif === 0) return
      const linkGenre = utilisateur.archiveLe === null ? genre : 'RESTAURATION'
      if (await hasRecentJetons({ ...deps, database }, { utilisateurId: utilisateur.id, genre: linkGenre })) return
      // An archived account is reopened first: a new password alone would not allow a login.
      if (utilisateur.archiveLe !== null) await mailRestaurationLink({ ...deps, database }, utilisateur)
      else if (mayReset(utilisateur)) await mailLink({ ...deps, database }, utilisateur)
    }),
  )
}

/**
 * Sets a new password by a mailed link, once. Ends every session and confirms the address that received the link. The
 * same link with the same password changes nothing: a form is sent again after a lost answer.
 * @returns the address of the account
 * @throws Problem utilisateur.reinitialisation_invalide, utilisateur.mot_de_passe_courant,
 * utilisateur.mot_de_passe_divulgue
 */
export async function resetPassword(
  deps: ReinitialisationDeps & { readonly breachedPasswords: BreachedPasswords },
  { token, newPassword, ip }: { token: string; newPassword: string; ip: string },
): Promise<string> {
  await countAttempt(deps, {
    cle: `reinitialisation-ip:${networkOf(ip)}`,
    limit: limits.tokensPerNetwork,
    windowMs: 60 * minuteMs,
  })
  const now = nowIso(deps.clock)
  const jeton = await findUnexpiredJeton(deps.database, { secret: token, genre, now })
  const known = jeton && (await findUtilisateur(deps.database, jeton.utilisateurId))
  if (!jeton || !known || !mayReset(known)) throw new Problem('utilisateur.reinitialisation_invalide')
  if (jeton.utiliseLe !== null) {
    const isSet = jeton.email === known.email && (await fitsPassword(known.motDePasse, newPassword))
    if (isSet) return known.email
    throw new Problem('utilisateur.reinitialisation_invalide')
  }
  await assertAcceptablePassword(deps, newPassword, known)
  // Hash before the transaction: hashing takes long and would block all other writes.
  const motDePasse = await hashPassword(newPassword)
  await deps.database.transaction().execute(async (database) => {
    // Lock the account before its links, in the order of an erasure; another order could deadlock.
    await lockUtilisateur(database, known.id)
    const current = await findUtilisateur(database, known.id)
    // A link that was sent to an earlier address may be in the hands of someone else.
    const isOwn = current !== undefined && mayReset(current) && jeton.email === current.email
    if (!isOwn || !(await takeJeton(database, jeton.hash, now))) {
      throw new Problem('utilisateur.reinitialisation_invalide')
    }
    await endJetons(database, { utilisateurId: known.id, genre }, now)
    // Drop a pending new address: an attacker may have requested it.
    await updateUtilisateur(database, known.id, { motDePasse, emailEnAttente: null })
    // The account may have been registered by another person, with a passkey or a second factor.
    const isStepRemoved = current.emailConfirmeLe === null && (await removeSecondStep(database, known.id))
    await confirmEmailOf(database, current, now)
    await endSessionsOf(database, { utilisateurId: known.id, except: null }, now)
    await clearAttempts({ database }, loginKey(current.email))
    await mailPasswordChanged({ ...deps, database }, { ...current, emailConfirmeLe: now })
    const entry = { acteurId: known.id, action: 'utilisateur/mot-de-passe', objet: `utilisateur:${known.id}` } as const
    await writeAudit(database, deps.clock, { ...entry, detail: { par: 'lien' } })
    if (isStepRemoved) {
      const removed = { ...entry, action: 'utilisateur/second-facteur-desactive' } as const
      await writeAudit(database, deps.clock, { ...removed, detail: { par: 'lien' } })
    }
  })
  return known.email
}

/** Creates the secret of a link for a new password, with an audit row. @returns the secret */
export async function createReinitialisation(
  deps: Pick<ReinitialisationDeps, 'database' | 'clock'>,
  utilisateur: Pick<UtilisateurAvecEmail, 'id' | 'email'>,
): Promise<string> {
  const secret = await createJeton(deps, { utilisateur, genre, lifeMs: reinitialisationLifeMs })
  const objet = `utilisateur:${utilisateur.id}`
  await writeAudit(deps.database, deps.clock, { acteurId: null, action: 'utilisateur/reinitialisation', objet })
  return secret
}

async function mailLink(deps: ReinitialisationDeps, utilisateur: UtilisateurAvecEmail): Promise<void> {
  const secret = await createReinitialisation(deps, utilisateur)
  await mailReinitialisation(deps, utilisateur, { secret, minutes: reinitialisationLifeMs / minuteMs })
}

function mayReset(utilisateur: UtilisateurRow): utilisateur is UtilisateurAvecEmail {
  const { email, statutActif, archiveLe, effaceLe } = utilisateur
  return email !== null && statutActif === 1 && archiveLe === null && effaceLe === null
}
