import type { StatutMedia } from '#domain/media/media.ts'

/** What an organiser does to a media. */
export type Geste = 'valider' | 'rejeter' | 'supprimer' | 'favori' | 'unfavori' | 'couverture' | 'sansCouverture'

/** How long a decision stays on this device before it is sent, in milliseconds (product 22). */
export const holdMs = 10_000

/** One decision on one media, as it was taken. */
export interface Decision {
  readonly mediaId: number
  readonly evenementId: number
  readonly geste: Geste
  readonly raison: string | null
  /** The version that was seen; another organiser's decision in between is a 409. */
  readonly version: number
  /** What it was about: "Photo de Zoé Lambert, 21:08". */
  readonly name: string
}

/** Why the server would not, in its own French words. */
export interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
}

/** A decision as it rests on this device until the server has it. */
export interface KeptDecision extends Decision {
  /** UUIDv7: the order in which decisions were taken, and are sent. */
  readonly id: string
  readonly ownerId: number
  /** Decisions taken in one go share it; they are undone in one go. */
  readonly acte: string
  /** Milliseconds since 1970. */
  readonly decidedAt: number
  /** Not sent before; milliseconds since 1970. */
  readonly heldUntil: number
  /** Whether a request has left: it may have reached the server, so it cannot be undone any more. */
  readonly isTried: boolean
  /** `waiting_auth`: its person has to log in; `refused`: over, and to be read by its person. */
  readonly state: 'kept' | 'waiting_auth' | 'refused'
  /** What kept it from arriving the last time. */
  readonly cause: 'network' | 'server' | null
  /** The grant that the server would not take any more. */
  readonly refusedGrant: string | null
  readonly refusal: Refusal | null
}

const statuts: Readonly<Partial<Record<Geste, StatutMedia>>> = {
  valider: 'VALIDE',
  rejeter: 'REJETE',
  supprimer: 'SUPPRIME',
}

type Matter = 'statut' | 'favori' | 'couverture'

const matters: Readonly<Record<Geste, Matter>> = {
  valider: 'statut',
  rejeter: 'statut',
  supprimer: 'statut',
  favori: 'favori',
  unfavori: 'favori',
  couverture: 'couverture',
  sansCouverture: 'couverture',
}

/** The statut that it gives; undefined for a mark. */
export function statutOf({ geste }: Pick<Decision, 'geste'>): StatutMedia | undefined {
  return statuts[geste]
}

export function matterOf({ geste }: Pick<Decision, 'geste'>): Matter {
  return matters[geste]
}

/** Whether two decisions are about the same thing: a favourite beside a statut is not. An event has one cover. */
export function isSameMatter(a: Decision, b: Decision): boolean {
  if (matterOf(a) !== matterOf(b)) return false
  return matterOf(a) === 'couverture' ? a.evenementId === b.evenementId : a.mediaId === b.mediaId
}

/** Whether it only marks: that can be undone by itself and waits for nothing. */
export function isMark(decision: Pick<Decision, 'geste'>): boolean {
  return matterOf(decision) !== 'statut'
}

/** Milliseconds until it may be sent; a clock that was moved never makes it wait longer than the rule says. */
export function holdLeft({ heldUntil }: Pick<KeptDecision, 'heldUntil'>, now: number): number {
  const left = heldUntil - now
  return left > holdMs ? 0 : Math.max(0, left)
}
