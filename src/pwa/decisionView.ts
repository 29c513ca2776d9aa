import { type Decision, holdMs, isMark, isSameMatter, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import { v7 as uuid } from 'uuid'
import type { Media } from '#domain/media/media.ts'

/** The decisions of the signed-in organiser on this device. */
export interface DecisionView {
  /** Oldest first: held, waiting and refused ones. */
  readonly kept: readonly KeptDecision[]
  /** Media as the server answered decisions of this visit, null: gone. Newer than a list that was read before. */
  readonly sent: ReadonlyMap<number, Media | null>
  /** When each of them was answered, milliseconds since 1970. */
  readonly sentAt: ReadonlyMap<number, number>
}

const empty: DecisionView = { kept: [], sent: new Map(), sentAt: new Map() }
let view = empty
let stored: readonly KeptDecision[] = []
const sent = new Map<number, Media | null>()
const sentAt = new Map<number, number>()
/** On screen at once; here until the database has them, or has let them go. */
const arriving = new Map<string, KeptDecision>()
const leaving = new Set<string>()
const listeners = new Set<() => void>()

/** What the screens see now; the same object until something changes. */
export function readDecisionView(): DecisionView {
  return view
}

/** Tells `listener` of every new view; gives back how to stop. */
export function subscribeDecisionView(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Shows decisions that have just been taken in one go, before the device has written them. */
export function showTaken(ownerId: number, decisions: readonly Decision[], now: number = Date.now()): KeptDecision[] {
  const acte = uuid()
  const taken = decisions.map((decision): KeptDecision => ({
    ...decision,
    id: uuid(),
    ownerId,
    acte,
    decidedAt: now,
    heldUntil: isMark(decision) ? 0 : now + holdMs,
    isTried: false,
    state: 'kept',
    cause: null,
    refusedGrant: null,
    refusal: null,
  }))
  for (const decision of taken) arriving.set(decision.id, decision)
  show()
  return taken
}

/** They are in the database, or could not be written. */
export function endTaken(taken: readonly KeptDecision[]): void {
  for (const { id } of taken) arriving.delete(id)
}

/** What stands behind decisions cannot be had: none of them was kept. */
export function hideTaken(taken: readonly KeptDecision[]): void {
  endTaken(taken)
  show()
}

/** Hides what is being taken back. @returns how to show it again */
export function hideUndone(undone: readonly KeptDecision[]): () => void {
  for (const { id } of undone) leaving.add(id)
  show()
  return () => {
    for (const { id } of undone) leaving.delete(id)
  }
}

/** Shows what the database has. */
export function showStored(decisions: readonly KeptDecision[]): void {
  stored = decisions
  show()
}

/** Notes what the server answered; it is shown with what the database then has. */
export function showSent(mediaId: number, media: Media | null, now: number = Date.now()): void {
  sent.set(mediaId, media)
  sentAt.set(mediaId, now)
}

/** Forgets an answer that is no longer true: the media was restored. */
export function forgetSent(mediaId: number): void {
  sent.delete(mediaId)
  sentAt.delete(mediaId)
  show()
}

/** Forgets everything that was shown, at logout. */
export function clearDecisionView(): void {
  stored = []
  sent.clear()
  sentAt.clear()
  arriving.clear()
  leaving.clear()
  view = empty
  for (const listener of listeners) listener()
}

function show(): void {
  const known = new Set(stored.map(({ id }) => id))
  const fresh = [...arriving.values()].filter(({ id }) => !known.has(id))
  const stands = stored.filter((kept) => kept.isTried || !fresh.some((decision) => isSameMatter(kept, decision)))
  const kept = [...stands, ...fresh].filter(({ id }) => !leaving.has(id))
  view = { kept, sent: new Map(sent), sentAt: new Map(sentAt) }
  for (const listener of listeners) listener()
}
