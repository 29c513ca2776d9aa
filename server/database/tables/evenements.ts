import type { Generated, Selectable } from 'kysely'
import type { GaleriePour, StatutEvenement, Visibilite } from '#domain/evenement/evenement.ts'
import type { StatutInscription, TypeParticipation } from '#domain/inscription/inscription.ts'
import type { StatutInvitation } from '#domain/invitation/invitation.ts'
import type { Identite } from '#domain/lien/lien.ts'

export interface EvenementTable {
  id: Generated<number>
  createurId: number
  titre: string
  description: string
  dateDebut: string
  dateFin: string
  /** IANA name of the event's time zone (product 35). */
  fuseau: string
  lieu: string
  /** Normalized titre, description and lieu for searches; updated with them. */
  recherche: Generated<string>
  capaciteMax: number | null
  statut: StatutEvenement
  /** 1 when the statut was set by hand: the clock does not change it before its next boundary (product 16). */
  statutManuel: 0 | 1
  /** When the statut was set by hand; null when it never was. */
  statutManuelLe: Generated<string | null>
  visibilite: Visibilite
  galeriePour: Generated<GaleriePour>
  dateCreation: string
  /** Incremented by each change. A change names the version it saw (If-Match). */
  version: Generated<number>
  modifieLe: Generated<string | null>
  /** Null: the clock, or not changed yet. */
  modifieParId: Generated<number | null>
  /** When the organiser deleted it. For 30 days the organiser can restore it, and it is hidden from all others. */
  supprimeLe: Generated<string | null>
}
export type EvenementRow = Selectable<EvenementTable>

/**
 * A pending announcement of an event change to its members. It is dropped when the change is undone before it is due.
 */
export interface AnnonceEvenementTable {
  evenementId: number
  /** The statut that the members were last notified of. */
  statutConnu: StatutEvenement
  /** The value of `statutManuel` at that time, restored together with the statut. */
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
  /** The link by which the person came. */
  lienId: Generated<number | null>
}
export type InscriptionRow = Selectable<InscriptionTable>

export interface InvitationTable {
  id: Generated<number>
  evenementId: number
  /** Normalized address that the invitation was sent to. */
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
  /** Stored in plain text, because the organiser can show and print the QR code again. */
  code: string
  /** The code that people can type. Null in rows of an older node. */
  codeCourt: string | null
  entree: 'DIRECTE' | 'A_VALIDER'
  identite: Generated<Identite>
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
