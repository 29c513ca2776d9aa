import type { Evenement } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import { canStageMedia } from '#domain/permissions/media.permissions.ts'
import { serverNow } from '#src/api/serverClock.ts'
import { isGuest } from '#src/api/session.ts'

type Own = Pick<Evenement, 'inscriptions'>

/** The statut of the participant's own registration in an event, or null. */
export function ownStatut(evenement: Own, utilisateurId: number): StatutInscription | null {
  return evenement.inscriptions.find(({ user }) => user.id === utilisateurId)?.statutInscription ?? null
}

/**
 * Whether "Ajouter un média" is shown to the signed-in person: events in progress, and planned ones about to start
 * (product 23). @param now the server's time, in milliseconds since 1970
 */
export function canAddMedia(
  evenement: Own & Pick<Evenement, 'statut' | 'dateDebut' | 'sansOrganisateur'>,
  utilisateurId: number,
  now: number = serverNow(),
): boolean {
  const { statut: statutEvenement, dateDebut, sansOrganisateur } = evenement
  const statutInscription = ownStatut(evenement, utilisateurId)
  return canStageMedia({ statutEvenement, dateDebut, statutInscription, sansOrganisateur, invite: isGuest() }, now)
}

/** The event in progress that accepts media of this participant, if there is one. */
export function eventOfNow(evenements: readonly Evenement[], utilisateurId: number): Evenement | undefined {
  return evenements.find((evenement) => evenement.statut === 'EN_COURS' && canAddMedia(evenement, utilisateurId))
}
