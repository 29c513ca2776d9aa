import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from '../database/databaseDeps.ts'
import { Problem } from '../http/problem.ts'
import { secretHash } from '../secrets/secretHash.ts'
import { addAttempt } from '../tentative/rateLimit.ts'
import { waitWords } from '../tentative/tooManyAttempts.ts'

const windowMs = dayMs
/** The invitation and three more; then a few events of one organiser. */
const limits = { perEvenement: 4, perSender: 10 }

interface InvitationAttempt {
  readonly acteurId: number
  readonly evenementId: number
  /** Normalized. */
  readonly email: string
}

/**
 * Limits the invitations that one address gets: a new one is possible after each revocation. Four a day for an event,
 * and ten a day from an organiser, who may delete an event and create another. The keys store a hash of the address.
 * @param deps with the database of the transaction that mails the invitation
 * @throws Problem invitation.trop_d_envois with Retry-After
 */
export async function limitInvitationsTo(
  deps: DatabaseDeps,
  { acteurId, evenementId, email }: InvitationAttempt,
): Promise<void> {
  const address = secretHash(email)
  try {
    await addAttempt(deps, { cle: `invitation-de:${acteurId}:${address}`, limit: limits.perSender, windowMs })
    await addAttempt(deps, { cle: `invitation-vers:${evenementId}:${address}`, limit: limits.perEvenement, windowMs })
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'requete.trop_de_tentatives') throw error
    const attente = waitWords(Number(error.headers['Retry-After']))
    throw new Problem('invitation.trop_d_envois', { values: { attente }, headers: error.headers })
  }
}
