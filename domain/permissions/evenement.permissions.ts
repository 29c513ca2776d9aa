import type { GaleriePour, StatutEvenement, Visibilite } from '#domain/evenement/evenement.ts'
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
  link: { statutInscription: StatutInscription | null; isInvited: boolean },
): boolean {
  if (link.statutInscription !== null || link.isInvited) return true
  return evenement.visibilite === 'PUBLIC' && evenement.statut === 'PLANIFIE'
}

/**
 * Whether a person reads all data of an event, not only its public part: registered people whose registration is not
 * cancelled do.
 */
export function canReadEvenementWhole(statutInscription: StatutInscription | null): boolean {
  return statutInscription === 'EN_ATTENTE' || statutInscription === 'VALIDE'
}

/** The fields of an event that decide when its participants see media of others. */
export interface GalerieRegle {
  readonly galeriePour: GaleriePour
  readonly dateFin: string
}

/**
 * Whether participants see media of others now. APRES opens at the instant dateFin, in whatever statut the event is.
 * @param now milliseconds since 1970
 */
export function isGalerieOuverte({ galeriePour, dateFin }: GalerieRegle, now: number): boolean {
  if (galeriePour === 'APRES') return Date.parse(dateFin) <= now
  return galeriePour === 'PENDANT'
}

/** The person who asks for a media, and when. */
export interface MediaReader {
  readonly acteur: Acteur
  readonly statutInscription: StatutInscription | null
  /** Milliseconds since 1970. */
  readonly now: number
}

/**
 * Whether a person sees the gallery of an event, and not only their own media: its organiser, and VALIDE participants
 * while it is open.
 */
export function canSeeGalerie(
  { acteur, statutInscription, now }: MediaReader,
  evenement: GalerieRegle & { readonly createurId: number },
): boolean {
  if (canManageEvenement(acteur, evenement)) return true
  return statutInscription === 'VALIDE' && isGalerieOuverte(evenement, now)
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
