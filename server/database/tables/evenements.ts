import type { Generated, Selectable } from 'kysely'
import type { StatutEvenement, Visibilite } from '#domain/evenement/evenement.ts'
import type { StatutInscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import type { StatutInvitation } from '#domain/invitation/invitation.ts'

export interface EvenementTable {
  id: Generated<number>
  createurId: number
  titre: string
  description: string
  dateDebut: string
  dateFin: string
  /** IANA name of the zone in which the event's times are told (product 35). */
  fuseau: string
  lieu: string
  /** titre, description and lieu as a search reads them; written with them. */
  recherche: Generated<string>
  capaciteMax: number | null
  statut: StatutEvenement
  /** 1 once a person has set the statut by hand: the clock leaves it alone until its next boundary (product 16). */
  statutManuel: 0 | 1
  /** When they did; null when nobody has, or long ago. */
  statutManuelLe: Generated<string | null>
  visibilite: Visibilite
  dateCreation: string
  /** Grows with each change; a change says which one it saw (If-Match). */
  version: Generated<number>
  modifieLe: Generated<string | null>
  /** Null: the clock, or nobody yet. */
  modifieParId: Generated<number | null>
  /** When its organiser deleted it: for 30 days they can restore it, and nobody else sees it. */
  supprimeLe: Generated<string | null>
}
export type EvenementRow = Selectable<EvenementTable>

/** A change that the members of an event are told of when its time has come, unless it was undone before. */
export interface AnnonceEvenementTable {
  evenementId: number
  /** What they were told last. */
  statutConnu: StatutEvenement
  /** What `statutManuel` was then: it comes back with the statut. */
  statutManuelAvant: 0 | 1
  suppressionConnue: 0 | 1
  aDireLe: string
}

export interface InscriptionTable {
  id: Generated<number>
  evenementId: number
  utilisateurId: number
  statutInscription: StatutInscription
  typeParticipation: TypeParticipation
  dateInscription: string
  decideLe: string | null
}
export type InscriptionRow = Selectable<InscriptionTable>

export interface InvitationTable {
  id: Generated<number>
  evenementId: number
  /** Normalised address the invitation was sent to. */
  email: string
  utilisateurId: number | null
  tokenHash: string
  statut: StatutInvitation
  dateEnvoi: string
  reponduLe: string | null
  revoqueLe: string | null
}
export type InvitationRow = Selectable<InvitationTable>

export interface LienEvenementTable {
  id: Generated<number>
  evenementId: number
  /** Kept readable: the organiser shows and prints the same QR code again. */
  code: string
  entree: 'DIRECTE' | 'A_VALIDER'
  creeLe: string
  revoqueLe: string | null
}

export interface RecompenseTable {
  id: Generated<number>
  evenementId: number
  utilisateurId: number
  titre: string
  message: string
  dateCreation: string
}
