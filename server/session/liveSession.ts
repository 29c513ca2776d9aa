import type { Selectable } from 'kysely'
import { nowIso } from '../clock.ts'
import type { SessionTable, UtilisateurRow } from '../database/tables/people.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { findUtilisateur, lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findSession } from './session.repository.ts'

/** A session that was valid when its account was locked. */
export interface LiveSession {
  readonly utilisateur: UtilisateurRow
  readonly session: Selectable<SessionTable>
}

/**
 * Locks the account of a signed-in person and checks the session again. The check at the start of a request is not
 * enough for what outlives the request (OWASP ASVS 5.0, 7.4.1): a logout, a password reset or an erasure may have been
 * committed since. A later one waits for the lock and then sees what this transaction wrote.
 * @param deps with the database of a transaction; the lock is held until its end
 * @throws Problem session.requise without a session; session.expiree when the session has ended or the account is
 * deactivated, archived or erased
 */
export async function lockLiveSession(
  { database, clock }: DatabaseDeps,
  { id, credential }: Pick<ActeurConnecte, 'id' | 'credential'>,
): Promise<LiveSession> {
  if (credential.kind !== 'session') throw new Problem('session.requise')
  await lockUtilisateur(database, id)
  const utilisateur = await findUtilisateur(database, id)
  const session = await findSession(database, credential.jti)
  const isSessionAlive = session?.utilisateurId === id && session.finLe === null && session.expire > nowIso(clock)
  if (!utilisateur || !isSessionAlive || !isOpen(utilisateur)) throw new Problem('session.expiree')
  return { utilisateur, session }
}

/**
 * The refusal of a session that has ended. A device of a guest who became a part of an account, or of an erased person,
 * gets a separate code, once the token or cookie has proved that it is one.
 * @param utilisateurId of the session; undefined when nothing proves it
 */
export async function endedSession(
  { database }: Pick<DatabaseDeps, 'database'>,
  utilisateurId: number | undefined,
): Promise<Problem> {
  const person = utilisateurId === undefined ? undefined : await findUtilisateur(database, utilisateurId)
  if (person && person.fusionneDansId !== null) return new Problem('session.fusionnee')
  return new Problem(person && person.effaceLe !== null ? 'session.donnees_supprimees' : 'session.expiree')
}

function isOpen({ statutActif, archiveLe, effaceLe }: UtilisateurRow): boolean {
  return statutActif === 1 && archiveLe === null && effaceLe === null
}
