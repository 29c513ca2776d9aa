import type { Generated, Selectable } from 'kysely'
import type { TypeNotification } from '#domain/notification/notification.ts'

export interface NotificationTable {
  id: Generated<number>
  utilisateurId: number
  type: TypeNotification
  titre: string
  message: string
  evenementId: number | null
  lu: 0 | 1
  dateCreation: string
  /** When it went into a mail, or was found to need none; null while it waits for its group. */
  courrielLe: string | null
  /** When it was handed to the person's devices. */
  pushLe: string | null
  /** Another person whom the message names: it goes when they are erased. */
  nommeId: number | null
  /** The mail that carries it; null when none does. */
  courrielId: number | null
  /** The media that it tells the author about: a later decision on it replaces what nobody has been told yet. */
  mediaId: Generated<number | null>
}

/** Mail to be sent: written in the transaction that causes it, delivered after. */
export interface CourrielTable {
  id: Generated<number>
  destinataire: string
  /** The account that the mail is for; null when it is for an address that no account has proven. */
  utilisateurId: number | null
  /** Another person whom the mail names: it is deleted when their account is erased. */
  nommeId: number | null
  sujet: string
  texte: string
  /** The same message as a page; empty when there is none. */
  html: Generated<string>
  /** Address of one-click unsubscribing (RFC 8058). */
  desinscription: string | null
  creeLe: string
  envoyeLe: string | null
  essais: Generated<number>
  erreur: string | null
  /** Not tried before; an empty text lies before any instant. */
  prochainEssai: Generated<string>
  /** When no more tries followed. */
  abandonneLe: string | null
}

export interface AbonnementPushTable {
  id: Generated<number>
  utilisateurId: number
  endpoint: string
  p256dh: string
  auth: string
  creeLe: string
  /** The device that asked for it, and ends it; null for one that asked before devices were listed. */
  appareilId: string | null
  /** Not pushed to before; an empty text lies before any instant. */
  reprendLe: Generated<string>
}

/** Append-only; each row hashes the one before. No foreign key: proof outlives what it tells of. */
export interface AuditTable {
  id: Generated<number>
  instant: string
  acteurId: number | null
  action: string
  /** `noun:id` */
  objet: string
  /** JSON without any secret. */
  detail: string
  precedent: string
  hash: string
}
export type AuditRow = Selectable<AuditTable>

/** One row: the last hash. Updating it first makes writers wait for each other on every database. */
export interface AuditTeteTable {
  id: number
  hash: string
}

/** What the service remembers of itself; `horlogeVueLe`: the last instant its clock showed. */
export interface EtatServiceTable {
  cle: string
  valeur: string
}
