import { prenomRenomme } from '#domain/utilisateur/homonyme.ts'
import type { Database } from '../database/database.ts'
import { lockEvenement } from '../evenement/places.ts'
import { orThrow } from '../http/problem.ts'
import { findUtilisateur, updateUtilisateur } from '../utilisateur/utilisateur.repository.ts'
import { findInscriptionOfInvite, findPrenomsOfInvites } from './invite.repository.ts'

/**
 * Renames a guest. Adds a number when another guest of the event has the same first name.
 * @param database a transaction that has locked the guest
 * @param names `nom` stays when absent
 */
export async function renameInvite(
  database: Database,
  utilisateurId: number,
  { prenom, nom }: { readonly prenom: string; readonly nom?: string },
): Promise<void> {
  const own = await findInscriptionOfInvite(database, utilisateurId)
  if (own) await lockEvenement(database, own.evenementId)
  const known = own ? await findPrenomsOfInvites(database, { evenementId: own.evenementId, except: utilisateurId }) : []
  const { prenom: current } = orThrow(await findUtilisateur(database, utilisateurId), 'session.expiree')
  const names = { prenom: prenomRenomme(current, prenom, known), ...(nom !== undefined && { nom }) }
  await updateUtilisateur(database, utilisateurId, names)
}
