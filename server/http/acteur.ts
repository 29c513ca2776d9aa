import type { Acteur } from '#domain/permissions/evenement.permissions.ts'

/** The signed-in person of a request, as the database knows them now. */
export interface ActeurConnecte extends Acteur {
  readonly email: string
  readonly nom: string
  readonly prenom: string
  readonly emailConfirme: boolean
  /** The session the token belongs to; null for a credential narrower than a session. */
  readonly jti: string | null
}
