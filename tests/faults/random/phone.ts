import type { OwnerId } from '#upload-queue/engine/owner.ts'
import type { EnqueueResult } from '#src/pwa/queue/pickedFile.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { Death } from '#tests/upload-queue/support/killer.ts'
import type { SendPlan } from './plan.ts'

/** One picked photo in the record of accepted photos. */
export interface Shot {
  /** Its unique file name. */
  readonly name: string
  readonly ownerId: OwnerId
  readonly evenementId: number
  readonly sha256: string
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly at: number
  /** The answer of the phone; null when it was killed first. */
  said: EnqueueResult['result'] | null
  /** Whether the phone has stored it, confirmed or not. */
  isAccepted: boolean
  /** The user action that ended it: cancelled, erased at logout, replaced by a new copy of the same photo. */
  ended: 'cancelled' | 'erased' | 'replaced' | null
  /** State at the last check; empty before. */
  state: string
  /** State at each check, for diagnosis. */
  readonly history: string[]
  /** Whether the server refused it at some time. */
  wasRefused: boolean
}

export interface Fault {
  readonly kind: 'lost' | 'duplicated' | 'mixed' | 'corrupted' | 'unexpected'
  readonly what: string
  readonly photo: string
}

export interface RandomPhone {
  /** Whose photos it takes now; null when nobody is signed in. */
  readonly owner: OwnerId | null
  /** The only event of the guest on it; null for accounts. */
  readonly guestOf?: number | null
  /** @param guestOf the event whose link a guest used; no other request is prefetched */
  login(person: PersonneDeTest, guestOf?: number | null): Promise<void>
  /** A person enters the event by first name, and the page may be killed; others sign out first. */
  enter?(evenementId: number, death: Death | null): Promise<void>
  logout(keep: boolean): Promise<void>
  /** Stages photos as one choice; after a crash picks those listed as not copied again, if requested. */
  pick(shots: readonly Shot[], how: { death: Death | null; isRepeated: boolean }): Promise<void>
  send(sending: SendPlan): Promise<void>
  /** A user command for one photo. @returns whether the command was possible */
  command(what: 'cancel' | 'pause', shot: Shot): Promise<boolean>
  commandAll(what: 'resume' | 'retry'): Promise<void>
  /** Sets the clock to this many days from the true time. */
  setClock(days: number): void
  /** Checks changed items (or all) against the invariants. */
  look(whole: boolean): Promise<Fault[]>
  /** Sends with all help until nothing changes any more. */
  heal(people: readonly PersonneDeTest[]): Promise<void>
  /** Names of accepted photos that this phone still stores. */
  held(): Promise<Set<string>>
  close(): Promise<void>
}
