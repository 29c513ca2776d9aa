import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'

/** Number of people notified of a change of an event: all whose registration was not cancelled. */
export function concernes({ comptes }: Pick<EvenementOrganisateur, 'comptes'>): number {
  return comptes.inscriptions.VALIDE + comptes.inscriptions.EN_ATTENTE
}
