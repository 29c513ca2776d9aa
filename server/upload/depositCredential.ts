import { nowIso } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { findGrantHolder } from '../grant/grant.repository.ts'
import { Problem } from '../http/problem.ts'
import type { Parts } from '../parts.ts'
import { findActeur } from '../session/activeActeur.ts'
import { findSessionUtilisateur } from '../session/session.repository.ts'

/**
 * What a request to deposit was allowed with. A body may take minutes: the credential is checked again at the commit.
 * `server`: no request asks; the server finishes a commit after a restart, or fills a demonstration.
 */
export type DepositCredential =
  | { readonly kind: 'session'; readonly jti: string }
  | { readonly kind: 'grant'; readonly tokenHash: string }
  | { readonly kind: 'server' }

interface Holder {
  readonly utilisateurId: number
  readonly evenementId: number
}

/**
 * Checks that a credential is still valid and belongs to the person who deposits.
 * @param database of a transaction that holds the lock of the account, so that a concurrent logout waits or is seen
 * @throws Problem session.expiree for a session, upload.autorisation_expiree for a grant or a closed account
 */
export async function assertCredentialAlive(
  { database, clock }: Pick<Parts, 'clock'> & { readonly database: Database },
  credential: DepositCredential,
  { utilisateurId, evenementId }: Holder,
): Promise<void> {
  const now = nowIso(clock)
  if (credential.kind === 'session') {
    const person = await findSessionUtilisateur(database, credential.jti, now)
    if (person?.id !== utilisateurId) throw new Problem('session.expiree')
    return
  }
  if (credential.kind === 'grant') {
    const { tokenHash } = credential
    const holder = await findGrantHolder(database, { tokenHash, evenementId, portee: 'upload', now })
    if (holder?.utilisateurId !== utilisateurId) throw new Problem('upload.autorisation_expiree')
  }
  if (!(await findActeur(database, utilisateurId))) throw new Problem('upload.autorisation_expiree')
}
