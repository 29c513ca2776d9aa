import type { StatutMedia } from '#domain/media/media.ts'

export type Geste = 'valider' | 'rejeter' | 'supprimer' | 'favori' | 'unfavori' | 'couverture' | 'sansCouverture'

/** How long a decision stays on this device before it is sent, in milliseconds (product 22). */
export const holdMs = 10_000

export interface Decision {
  readonly mediaId: number
  readonly evenementId: number
  readonly geste: Geste
  readonly raison: string | null
  /** Version that the organiser saw. The server answers 409 when another organiser decided in between. */
  readonly version: number
  /** Label of the media, for example "Photo de Zoé Lambert, 21:08". */
  readonly name: string
}

/** Reason why the server refused, with its French message. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** A decision stored on this device until the server has accepted it. */
export interface KeptDecision extends Decision {
  /** UUIDv7. Decisions are sent in the order of their ids. */
  readonly id: string
  readonly ownerId: number
  /** Decisions of one user action share this value and are undone together. */
  readonly acte: string
  /** Milliseconds since 1970. */
  readonly decidedAt: number
  /** The decision is not sent before this time. Milliseconds since 1970. */
  readonly heldUntil: number
  /** Whether a request was sent. It may have reached the server, so the decision can no longer be undone. */
  readonly isTried: boolean
  /** `waiting_auth`: the organiser must log in. `refused`: final; the organiser must read the reason. */
  readonly state: 'kept' | 'waiting_auth' | 'refused'
  /** Why the last attempt failed. */
  readonly cause: 'network' | 'server' | null
  /** The grant that the server rejected. */
  readonly refusedGrant: string | null
  readonly refusal: Refusal | null
  /** The unsent decision that this one has replaced; an undo restores it. Set by the store. */
  readonly replaced?: KeptDecision
}

const statuts: Readonly<Partial<Record<Geste, StatutMedia>>> = {
  valider: 'VALIDE',
  rejeter: 'REJETE',
  supprimer: 'SUPPRIME',
}

type DecidedProperty = 'statut' | 'favori' | 'couverture'

const properties: Readonly<Record<Geste, DecidedProperty>> = {
  valider: 'statut',
  rejeter: 'statut',
  supprimer: 'statut',
  favori: 'favori',
  unfavori: 'favori',
  couverture: 'couverture',
  sansCouverture: 'couverture',
}

/** The statut after this decision; undefined for a favourite or a cover. */
export function statutOf({ geste }: Pick<Decision, 'geste'>): StatutMedia | undefined {
  return statuts[geste]
}

/** The property that a decision changes. */
export function propertyOf({ geste }: Pick<Decision, 'geste'>): DecidedProperty {
  return properties[geste]
}

/** Whether two decisions change the same property. A favourite and a statut are independent. An event has one cover. */
export function changesSameProperty(a: Decision, b: Decision): boolean {
  if (propertyOf(a) !== propertyOf(b)) return false
  return propertyOf(a) === 'couverture' ? a.evenementId === b.evenementId : a.mediaId === b.mediaId
}

/** Whether the decision sets a favourite or a cover: these can be reversed at once and are not held back. */
export function isMark(decision: Pick<Decision, 'geste'>): boolean {
  return propertyOf(decision) !== 'statut'
}

/** Milliseconds until the decision may be sent. A changed system clock never makes this longer than `holdMs`. */
export function holdLeft({ heldUntil }: Pick<KeptDecision, 'heldUntil'>, now: number): number {
  const left = heldUntil - now
  return left > holdMs ? 0 : Math.max(0, left)
}
