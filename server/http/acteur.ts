import type { Acteur } from '#domain/permissions/evenement.permissions.ts'

/**
 * What a request was let in with. It may end while the request runs: whoever writes checks it again (transactionAs).
 * `server`: no request asks with a credential; the server finishes a commit after a restart, or fills a demonstration.
 */
export type Credential =
  | { readonly kind: 'session'; readonly jti: string }
  | { readonly kind: 'grant'; readonly tokenHash: string }
  | { readonly kind: 'server' }

/** The signed-in person of a request, as the database knows them now. */
export interface ActeurConnecte extends Acteur {
  readonly email: string
  readonly nom: string
  readonly prenom: string
  readonly emailConfirme: boolean
  readonly credential: Credential
}
