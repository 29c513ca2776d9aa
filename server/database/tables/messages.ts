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
}

/** Mail to be sent: written in the transaction that causes it, delivered after. */
export interface CourrielTable {
  id: Generated<number>
  destinataire: string
  sujet: string
  texte: string
  creeLe: string
  envoyeLe: string | null
  essais: Generated<number>
  erreur: string | null
}

export interface AbonnementPushTable {
  id: Generated<number>
  utilisateurId: number
  endpoint: string
  p256dh: string
  auth: string
  creeLe: string
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
