import { createStore } from '@tanstack/react-store'
import type { Media } from '#domain/media/media.ts'
import { changesSameProperty, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import type { SentDecision } from '#upload-queue/decisions/sendDecisions.ts'

/** What is known of a media that was removed. A list with a later version shows that it was restored. */
export interface RemovedMedia {
  readonly statut: 'SUPPRIME'
  readonly version: number
}

/** The decisions of the signed-in organiser on this device. */
export interface DecisionView {
  /** Oldest first: held, waiting and refused decisions. */
  readonly kept: readonly KeptDecision[]
  /** Media from answers of this visit, newer than a list loaded before the answer. */
  readonly sent: ReadonlyMap<number, Media | RemovedMedia>
  /** When each answer arrived, in milliseconds since 1970. */
  readonly sentAt: ReadonlyMap<number, number>
}

const empty: DecisionView = { kept: [], sent: new Map(), sentAt: new Map() }
/** The decisions as the screens show them. */
export const decisionViewStore = createStore(empty)
let stored: readonly KeptDecision[] = []
const sent = new Map<number, Media | RemovedMedia>()
const sentAt = new Map<number, number>()
/** Shown at once; kept here until the database has stored them or failed to. */
const arriving = new Map<string, KeptDecision>()
const leaving = new Set<string>()

/** Current snapshot; the same object until something changes. */
export function readDecisionView(): DecisionView {
  return decisionViewStore.get()
}

/** Shows decisions taken together, before the database has stored them. */
export function showTaken(taken: readonly KeptDecision[]): void {
  for (const decision of taken) arriving.set(decision.id, decision)
  show()
}

/** Ends the optimistic display: the decisions are stored, or could not be. */
export function endTaken(taken: readonly KeptDecision[]): void {
  for (const { id } of taken) arriving.delete(id)
}

/** The runtime could not be loaded: hides the decisions, none was stored. */
export function hideTaken(taken: readonly KeptDecision[]): void {
  endTaken(taken)
  show()
}

/** Hides decisions while they are being undone. @returns a function that shows those that are still stored */
export function hideUndone(undone: readonly KeptDecision[]): () => void {
  for (const { id } of undone) leaving.add(id)
  show()
  return () => {
    for (const { id } of undone) leaving.delete(id)
    show()
  }
}

/** Shows the decisions that the database has. */
export function showStored(decisions: readonly KeptDecision[]): void {
  stored = decisions
  show()
}

/** Records the server's answer; the next `showStored` displays it. An event has one cover: a new one ends the others. */
export function showSent({ mediaId, media, version }: SentDecision, now: number = Date.now()): void {
  if (media?.couverture) endCovers(media.evenement_id)
  // The service worker of an older version of the app sends no version.
  sent.set(mediaId, media ?? { statut: 'SUPPRIME', version: version ?? Number.MAX_SAFE_INTEGER })
  sentAt.set(mediaId, now)
}

function endCovers(evenementId: number): void {
  for (const [id, known] of sent)
    if ('couverture' in known && known.couverture && known.evenement_id === evenementId)
      sent.set(id, { ...known, couverture: false })
}

/** Drops an answer that is outdated because the media was restored. */
export function forgetSent(mediaId: number): void {
  sent.delete(mediaId)
  sentAt.delete(mediaId)
  show()
}

/** Clears the view, at logout. */
export function clearDecisionView(): void {
  stored = []
  sent.clear()
  sentAt.clear()
  arriving.clear()
  leaving.clear()
  decisionViewStore.setState(() => empty)
}

function show(): void {
  const known = new Set(stored.map(({ id }) => id))
  const fresh = [...arriving.values()].filter(({ id }) => !known.has(id))
  const remaining = stored.filter(
    (kept) => kept.isTried || !fresh.some((decision) => changesSameProperty(kept, decision)),
  )
  const kept = [...remaining, ...fresh].filter(({ id }) => !leaving.has(id))
  decisionViewStore.setState(() => ({ kept, sent: new Map(sent), sentAt: new Map(sentAt) }))
}
