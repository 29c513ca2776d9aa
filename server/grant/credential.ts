import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import type { UploadRow } from '../database/tables/medias.ts'
import type { ActeurConnecte } from '../http/acteur.ts'
import { Problem } from '../http/problem.ts'
import { findActeur } from '../session/activeActeur.ts'
import { findSessionUtilisateur } from '../session/session.repository.ts'
import { unsyncedTransaction } from '../database/unsynced.ts'
import { lockUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { grantKinds } from './grant.ts'
import { findGrant } from './grant.repository.ts'

type Caller = Pick<ActeurConnecte, 'id' | 'credential'>

/**
 * Whether a credential gives access to an upload of its person. A grant from before a fusion reaches only what its
 * guest had announced: the holder of the grant may not be the owner of the account.
 */
export function reachesUpload({ credential }: Caller, { inviteId }: Pick<UploadRow, 'inviteId'>): boolean {
  return credential.kind !== 'grant' || credential.inviteId === null || credential.inviteId === inviteId
}

/**
 * Runs `work` in one transaction that locks the caller's account and checks the credential again. The check at the
 * start of a request is not enough (OWASP ASVS 5.0, 7.4.1): a logout may have been committed since. A later logout
 * waits for the lock and then sees the result.
 * @param work receives the database of the transaction
 * @throws Problem as {@link assertCredentialAlive}, before anything is written
 */
export function transactionAs<T>(
  deps: DatabaseDeps,
  { id, credential }: Caller,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return deps.database.transaction().execute(workAs(deps, { id, credential }, work))
}

/** As {@link transactionAs}, in an {@link unsyncedTransaction}. */
export function unsyncedTransactionAs<T>(
  deps: DatabaseDeps,
  caller: Caller,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  return unsyncedTransaction(deps.database, workAs(deps, caller, work))
}

function workAs<T>({ clock }: DatabaseDeps, caller: Caller, work: (transaction: Database) => Promise<T>) {
  return async (transaction: Database): Promise<T> => {
    await lockUtilisateur(transaction, caller.id)
    await assertCredentialAlive({ clock, database: transaction }, caller)
    return work(transaction)
  }
}

/**
 * Checks that a credential is valid, belongs to this person, and that the account is open.
 * @param deps with the database of a transaction that has locked the account, so that a concurrent logout waits
 * @throws Problem session.expiree for a session; the refusal of its scope for a grant; upload.autorisation_expiree
 * when the server finishes an upload of a closed account
 */
export async function assertCredentialAlive(
  { database, clock }: DatabaseDeps,
  { id, credential }: Caller,
): Promise<void> {
  const now = nowIso(clock)
  if (credential.kind === 'session') {
    const person = await findSessionUtilisateur(database, credential.jti)
    if (person?.id !== id || person.expire <= now) throw new Problem('session.expiree')
    return
  }
  const grant = credential.kind === 'grant' ? await findGrant(database, credential.tokenHash) : null
  const isAlive = grant === null || (grant?.utilisateurId === id && grant.revoqueLe === null && grant.expire > now)
  if (!isAlive || !(await findActeur(database, id))) throw new Problem(grantKinds[grant?.portee ?? 'upload'].refusal)
}
