import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { countPlaces, fullProblem, isFull } from '../evenement/places.ts'
import { Problem } from '../http/problem.ts'
import { findInscriptionOf } from '../inscription/inscription.repository.ts'
import { isAddressInvited } from './invitation.repository.ts'

interface Invitable {
  /** Locked, because an open invitation takes a place. */
  readonly evenement: EvenementRow
  /** Normalized. */
  readonly email: string
  /** The invited account; null for an address without an account. */
  readonly inviteId: number | null
  readonly now: string
}

/**
 * Checks that one more invitation is possible: the event is not cancelled, the person is neither registered nor invited,
 * and plan and capacity have a free place (product 12 and 14). Full comes last: an open invitation may have taken the
 * last place itself.
 * @throws Problem invitation.evenement_annule, invitation.deja_envoyee, invitation.quota, inscription.complet
 */
export async function assertInvitable(database: Database, invitable: Invitable): Promise<void> {
  const { evenement, email, inviteId, now } = invitable
  if (evenement.statut === 'ANNULE') throw new Problem('invitation.evenement_annule')
  const who = { evenementId: evenement.id, utilisateurId: inviteId ?? 0 }
  const inscription = inviteId === null ? undefined : await findInscriptionOf(database, who)
  if (inscription && inscription.statutInscription !== 'ANNULE') throw new Problem('invitation.deja_envoyee')
  if (await isAddressInvited(database, { evenementId: evenement.id, email }))
    throw new Problem('invitation.deja_envoyee')
  const places = await countPlaces(database, evenement, now)
  const taken = places.valides + places.invitations
  if (taken >= places.planMax) throw new Problem('invitation.quota')
  if (isFull(places, taken)) throw fullProblem(places)
}
