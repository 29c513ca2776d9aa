import type { Database } from '../database/database.ts'
import { adoptInvitations, lockInvitedAddress } from '../invitation/invitation.repository.ts'

/**
 * Marks the account's current address as confirmed (keeps the first date), moves the person's open invitations to it,
 * which an administrator's change of the address leaves behind, and assigns the invitations of that address to it.
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
  await moveInvitations(database, { utilisateurId, email }, now)
  await adoptInvitations(database, { utilisateurId, email }, now)
}

/**
 * Moves a person's open invitations to the new address. One to an event that has invited the new address too is
 * revoked: the person would have two, which take two places.
 * @param now ISO 8601
 */
export async function moveInvitations(
  database: Database,
  { utilisateurId, email }: { utilisateurId: number; email: string },
  now: string,
): Promise<void> {
  const known = database
    .selectFrom('invitation as autre')
    .select('autre.evenementId')
    .where('autre.email', '=', email)
    .where('autre.statut', '=', 'EN_ATTENTE')
    .where('autre.revoqueLe', 'is', null)
  const own = database
    .updateTable('invitation')
    .where('utilisateurId', '=', utilisateurId)
    .where('statut', '=', 'EN_ATTENTE')
    .where('revoqueLe', 'is', null)
  await own.set({ email }).where('evenementId', 'not in', known).execute()
  // Only those that `adoptInvitations` gives to the person: another account may have kept one from its former address.
  const adopted = known.where('autre.utilisateurId', 'is', null)
  await own.set({ revoqueLe: now }).where('evenementId', 'in', adopted).execute()
}
