import type { EnqueueResult } from '#src/pwa/pickedFile.ts'
import type { PersonneDeTest } from '#tests/support/builders.ts'
import type { Death } from '#tests/upload-queue/support/killer.ts'
import type { Sending } from './plan.ts'

/** One picked photo, as the book of what was accepted knows it. */
export interface Shot {
  /** Its file's name, unlike any other's. */
  readonly name: string
  readonly ownerId: number
  readonly evenementId: number
  readonly sha256: string
  readonly bytes: Uint8Array<ArrayBuffer>
  /** At which operation it was picked. */
  readonly at: number
  /** What the phone answered; null when it died over it. */
  said: EnqueueResult['result'] | null
  /** Whether the phone has it safely, said or not. */
  isAccepted: boolean
  /** A person's word that ends it: given up, erased at logout, replaced by a new copy of the same photo. */
  ended: 'cancelled' | 'erased' | 'replaced' | null
  /** Where it stood when the phone was looked at last; empty before. */
  state: string
  /** How it stood at each look, for whoever has to find out. */
  readonly history: string[]
  /** Whether the server would not take it at some time. */
  wasRefused: boolean
}

/** What must never happen, and to which photo it did. */
export interface Fault {
  readonly kind: 'lost' | 'duplicated' | 'mixed' | 'corrupted' | 'unexpected'
  readonly what: string
  readonly photo: string
}

/** A phone with some queue on it. */
export interface RandomPhone {
  /** Who is signed in. */
  readonly person: PersonneDeTest | null
  /** @param guestOf the event whose link a guest came by: nothing else is asked for ahead */
  login(person: PersonneDeTest, guestOf?: number | null): Promise<void>
  logout(keep: boolean): Promise<void>
  /** Takes photos in as one choice; after a death of the page those that it lists as not copied once more, where wished. */
  pick(shots: readonly Shot[], how: { death: Death | null; isRepeated: boolean }): Promise<void>
  send(sending: Sending): Promise<void>
  /** A person's word about one photo. @returns whether it was theirs to say */
  command(what: 'cancel' | 'pause', shot: Shot): Promise<boolean>
  commandAll(what: 'resume' | 'retry'): Promise<void>
  /** Sets the clock to so many days beside the true time. */
  setClock(days: number): void
  /** Holds what changed since the last look (or everything) against the invariants. */
  look(whole: boolean): Promise<Fault[]>
  /** Sends with everybody's help until nothing moves any more. */
  heal(people: readonly PersonneDeTest[]): Promise<void>
  /** Names of accepted photos that this phone still holds. */
  held(): Promise<Set<string>>
  close(): Promise<void>
}
