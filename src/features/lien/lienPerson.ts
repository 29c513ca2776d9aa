import type { StatutInscription } from '#domain/inscription/inscription.ts'
import type { Role } from '#domain/utilisateur/utilisateur.ts'

/** Registration of a person for an event: null when there is none, undefined while loading. */
export type KnownStatut = StatutInscription | null | undefined

export type LienPerson =
  | { readonly kind: 'visiteur' }
  | {
      readonly kind: 'participant'
      readonly statutIn: (evenementId: number) => KnownStatut
      /** Whether they are a guest of another event, which is their only one; false while their events are loading. */
      readonly isGuestElsewhere: (evenementId: number) => boolean
    }
  | {
      readonly kind: 'autre'
      readonly role: Role
      readonly organises: (evenementId: number) => boolean
    }
