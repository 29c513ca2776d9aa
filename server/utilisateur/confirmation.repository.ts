import type { Database } from '../database/database.ts'
import { adoptInvitations, lockInvitedAddress } from '../invitation/invitation.repository.ts'

/**
 * Marks the account's current address as confirmed (keeps the first date) and assigns the invitations of that address
 * to it.
 * @param database a transaction that has locked the account
 */
export async function confirmEmailOf(
  database: Database,
  { id: utilisateurId, email }: { id: number; email: string },
  now: string,
): Promise<void> {
  await lockInvitedAddress(database, email)
  await database
    .updateTable('utilisateur')
    .set({ emailConfirmeLe: now })
    .where('id', '=', utilisateurId)
    .where('emailConfirmeLe', 'is', null)
    .execute()
  await adoptInvitations(database, { utilisateurId, email }, now)
}

/**
 * Moves a person's open invitations to the new address, except for events to which the new address is already invited.
 */
export async function moveInvitations(
  database: Database,
  { utilisateurId, email }: { utilisateurId: number; email: string },
): Promise<void> {
  const known = database
    .selectFrom('invitation as autre')
    .select('autre.evenementId')
    .where('autre.email', '=', email)
    .where('autre.statut', '=', 'EN_ATTENTE')
    .where('autre.revoqueLe', 'is', null)
  await database
    .updateTable('invitation')
    .set({ email })
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
    .where('evenementId', 'not in', known)
    .execute()
}
