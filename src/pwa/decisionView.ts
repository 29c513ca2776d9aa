import { type Decision, holdMs, isMark, isSameMatter, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import { v7 as uuid } from 'uuid'
import type { Media } from '#domain/media/media.ts'

/** The decisions of the signed-in organiser on this device. */
export interface DecisionView {
  /** Oldest first: held, waiting and refused ones. */
  readonly kept: readonly KeptDecision[]
  /** Media as the server answered decisions of this visit, null: gone. Newer than a list that was read before. */
  readonly sent: ReadonlyMap<number, Media | null>
}

const empty: DecisionView = { kept: [], sent: new Map() }
let view = empty
let stored: readonly KeptDecision[] = []
const sent = new Map<number, Media | null>()
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
export function showSent(mediaId: number, media: Media | null): void {
  sent.set(mediaId, media)
}

/** Forgets everything that was shown, at logout. */
export function clearDecisionView(): void {
  stored = []
  sent.clear()
  arriving.clear()
  leaving.clear()
  view = empty
  for (const listener of listeners) listener()
}

function show(): void {
  const known = new Set(stored.map(({ id }) => id))
  const fresh = [...arriving.values()].filter(({ id }) => !known.has(id))
  const stands = stored.filter((kept) => kept.isTried || !fresh.some((decision) => isSameMatter(kept, decision)))
  view = { kept: [...stands, ...fresh].filter(({ id }) => !leaving.has(id)), sent: new Map(sent) }
  for (const listener of listeners) listener()
}
