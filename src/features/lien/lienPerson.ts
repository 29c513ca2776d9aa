import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

/** The person who opens the page of a link. */
export type LienPerson =
  | { readonly kind: 'visiteur' }
  | {
      readonly kind: 'participant'
      /** Their registration for an event: null when there is none, undefined while loading. */
      readonly statutIn: (evenementId: number) => StatutInscription | null | undefined
    }
  | {
      readonly kind: 'autre'
      readonly role: Role
      /** Whether the event is theirs. */
      readonly organises: (evenementId: number) => boolean
    }
