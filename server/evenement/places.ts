import { planLimitsOf } from '../abonnement/limites.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { Problem } from '../http/problem.ts'
import { countInvitationsOuvertes } from '../invitation/invitation.repository.ts'
import { countInscriptionsValides } from '../inscription/inscription.repository.ts'

/** Taken places and limits of an event: a VALIDE registration and an open invitation each take a place (product 14). */
export interface Places {
  readonly valides: number
  readonly invitations: number
  /** Capacity of the event; null when unlimited. */
  readonly capaciteMax: number | null
  readonly planMax: number
}

/**
 * Counts the places of an event. Call it in a transaction that has locked the event with {@link lockEvenement}:
 * otherwise two requests can both take the last place.
 */
export async function countPlaces(database: Database, evenement: EvenementRow, now: string): Promise<Places> {
  const limits = await planLimitsOf(database, evenement.createurId, now)
  return {
    valides: await countInscriptionsValides(database, evenement.id),
    invitations: await countInvitationsOuvertes(database, evenement.id),
    capaciteMax: evenement.capaciteMax,
    planMax: limits.max_participants_par_evenement,
  }
}

/** Whether no place is free. @param taken number of places that count */
export function isFull({ capaciteMax, planMax }: Places, taken: number): boolean {
  return taken >= Math.min(capaciteMax ?? Infinity, planMax)
}

/** The refusal of one more person because the event is full, for the organiser, who sees invitations on another page. */
export function fullProblem({ invitations }: Places): Problem {
  const message = "L'événement est complet. Les invitations sans réponse gardent leur place."
  return new Problem('inscription.complet', invitations > 0 ? { message } : {})
}

/** Locks an event for the transaction, on both databases, and reads the current row; undefined when it was deleted. */
export function lockEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return database
    .updateTable('evenement')
    .set((set) => ({ capaciteMax: set.ref('capaciteMax') }))
    .where('id', '=', id)
    .where('supprimeLe', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
