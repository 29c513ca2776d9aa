import type { EvenementOrganisateur } from '#domain/evenement/evenement.ts'

/** Who is told of a change of an event: everybody whose registration was not cancelled. */
export function concernes({ comptes }: Pick<EvenementOrganisateur, 'comptes'>): number {
  return comptes.inscriptions.VALIDE + comptes.inscriptions.EN_ATTENTE
}
