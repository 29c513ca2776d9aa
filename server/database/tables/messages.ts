import type { Generated, Selectable } from 'kysely'
import type { AuditAction } from '../../audit/auditAction.ts'
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
  /** When it was added to a mail or needed none; null while it waits for its group. */
  courrielLe: string | null
  pushLe: string | null
  /** Another person that the message names: it is deleted when that person's account is erased. */
  nommeId: number | null
  /** The mail that carries it; null when none does. */
  courrielId: number | null
  /** The media it is about: a later decision replaces it while it is unread and unsent. */
  mediaId: Generated<number | null>
}

/** Outgoing mail: inserted in the transaction that causes it, sent afterwards. */
export interface CourrielTable {
  id: Generated<number>
  destinataire: string
  /** The account of the recipient; null when no account has confirmed the address. */
  utilisateurId: number | null
  /** Another person that the mail names: it is deleted when that person's account is erased. */
  nommeId: number | null
  sujet: string
  texte: string
  /** The HTML version; empty when there is none. */
  html: Generated<string>
  /** URL for one-click unsubscribing (RFC 8058). */
  desinscription: string | null
  creeLe: string
  envoyeLe: string | null
  essais: Generated<number>
  erreur: string | null
  /** Earliest time of the next attempt; empty: now. */
  prochainEssai: Generated<string>
  /** When the last attempt failed and sending was given up. */
  abandonneLe: string | null
}

export interface AbonnementPushTable {
  id: Generated<number>
  utilisateurId: number
  endpoint: string
  p256dh: string
  auth: string
  creeLe: string
  /** The device that subscribed; null for subscriptions from before devices were listed. */
  appareilId: string | null
  /** Earliest time of the next push; empty: now. */
  reprendLe: Generated<string>
}

/** Append-only; each row contains the hash of the previous one. No foreign keys: rows outlive what they refer to. */
export interface AuditTable {
  id: Generated<number>
  instant: string
  acteurId: number | null
  action: AuditAction
  /** `noun:id` */
  objet: string
  /** JSON without any secret. */
  detail: string
  precedent: string
  hash: string
}
export type AuditRow = Selectable<AuditTable>

/** A single row with the last hash. Updating it first serializes writers on both databases. */
export interface AuditTeteTable {
  id: number
  hash: string
}

/** State of the service. `horlogeVueLe`: the last time of its clock. `stockage`: the identity of its storage. */
export interface EtatServiceTable {
  cle: string
  valeur: string
}

/** A secret of the service: its value, as JSON, or that text sealed by SECRETS_KEY. */
export interface SecretTable {
  nom: string
  valeur: string
  /** 1 when `valeur` is sealed. */
  scelle: Generated<number>
}
