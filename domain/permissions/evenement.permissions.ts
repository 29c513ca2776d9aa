import type { StatutEvenement, Visibilite } from '#domain/evenement/evenement.ts'
import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

/** The caller. Role and account state come from the database, never from the token alone. */
export interface Acteur {
  readonly id: number
  readonly role: Role
}

/** Only the organiser of an event manages it: details, people, media (specification, section 6). */
export function canManageEvenement(acteur: Acteur, evenement: { createurId: number }): boolean {
  return acteur.role === 'ORGANISATEUR' && evenement.createurId === acteur.id
}

/** Invited, registered, or the event is open to all and still planned (product 10). */
export function canDiscoverEvenement(
  evenement: { statut: StatutEvenement; visibilite: Visibilite },
  link: { statutInscription: StatutInscription | null; invite: boolean },
): boolean {
  if (link.statutInscription !== null || link.invite) return true
  return evenement.visibilite === 'PUBLIC' && evenement.statut === 'PLANIFIE'
}

/**
 * All data of an event, not only its public part: for registered people whose registration is not cancelled (api, "Who
 * may call what").
 */
export function canReadEvenementWhole(statutInscription: StatutInscription | null): boolean {
  return statutInscription === 'EN_ATTENTE' || statutInscription === 'VALIDE'
}

/** Register shows only for planned events not joined (specification, section 2). */
export function canRegister(
  evenement: { statut: StatutEvenement },
  statutInscription: StatutInscription | null,
): boolean {
  return evenement.statut === 'PLANIFIE' && statutInscription === null
}

/** Unregister shows only for planned events joined (specification, section 2). */
export function canUnregister(
  evenement: { statut: StatutEvenement },
  statutInscription: StatutInscription | null,
): boolean {
  return evenement.statut === 'PLANIFIE' && (statutInscription === 'EN_ATTENTE' || statutInscription === 'VALIDE')
}
