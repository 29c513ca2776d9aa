import type { Acteur } from '#domain/permissions/evenement.permissions.ts'

/**
 * The credential of a request. It can end while the request runs, so writes check it again (transactionAs).
 * `server`: without a request, when the server finishes a commit after a restart or fills a demonstration.
 */
export type Credential =
  | { readonly kind: 'session'; readonly jti: string }
  /** `inviteId`: only for the uploads that this guest had announced before a fusion; null for all of the person. */
  | { readonly kind: 'grant'; readonly tokenHash: string; readonly inviteId: number | null }
  | { readonly kind: 'server' }

/** The signed-in person of a request, as currently stored. */
export interface ActeurConnecte extends Acteur {
  /** Empty for a guest. */
  readonly email: string
  readonly nom: string
  readonly prenom: string
  readonly emailConfirme: boolean
  /** Whether the person is a guest: a participant of one event, without an account. */
  readonly invite: boolean
  readonly credential: Credential
}
