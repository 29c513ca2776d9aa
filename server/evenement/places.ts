import { planLimitsOf } from '../abonnement/limites.ts'
import type { Database } from '../database/database.ts'
import type { EvenementRow } from '../database/tables/evenements.ts'
import { countInvitationsOuvertes } from '../invitation/invitation.repository.ts'
import { countInscriptionsValides } from '../inscription/inscription.repository.ts'

/** How full an event is: a VALIDE registration and an open invitation each hold a place (product 14). */
export interface Places {
  readonly valides: number
  readonly invitations: number
  /** Of the event; null without one. */
  readonly capaciteMax: number | null
  /** Of the organiser's plan. */
  readonly planMax: number
}

/**
 * Counts the places of an event. Call it in a transaction that holds {@link lockEvenement}, else two requests may
 * both see the last place.
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

/** Whether nobody else can be let in. @param taken places that count */
export function isFull({ capaciteMax, planMax }: Places, taken: number): boolean {
  return taken >= Math.min(capaciteMax ?? Infinity, planMax)
}

/**
 * Makes other transactions on the same event wait, on either database, and reads the event as it is now;
 * undefined when it was deleted.
 */
export function lockEvenement(database: Database, id: number): Promise<EvenementRow | undefined> {
  return database
    .updateTable('evenement')
    .set((set) => ({ capaciteMax: set.ref('capaciteMax') }))
    .where('id', '=', id)
    .where('supprimeLe', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
