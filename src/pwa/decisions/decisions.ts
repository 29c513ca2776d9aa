import { useSelector } from '@tanstack/react-store'
import { v7 as uuid } from 'uuid'
import { type Decision, holdMs, isMark, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import { type DecisionView, decisionViewStore, hideTaken, hideUndone, showTaken } from './decisionView.ts'
import { lazyRuntime } from '#src/pwa/lazyRuntime.ts'

const { commands, isRequested } = lazyRuntime(async () => (await import('./decisionRuntime.ts')).decisionRuntime)

/** The commands of the decision queue, see decisionRuntime.ts (IndexedDB, sending). */
export const decisionQueue = commands

/** The decisions of the signed-in organiser, the same in every tab. */
export function useDecisions(): DecisionView {
  return useSelector(decisionViewStore)
}

/**
 * Takes decisions together: shown at once, sent after 10 s, and undone together until then.
 * @throws when this device cannot store them; then none of them is kept
 */
export async function decide(ownerId: number, decisions: readonly Decision[]): Promise<void> {
  const [acte, decidedAt] = [uuid(), Date.now()]
  const taken = decisions.map((decision): KeptDecision => ({
    ...decision,
    id: uuid(),
    ownerId,
    acte,
    decidedAt,
    heldUntil: isMark(decision) ? 0 : decidedAt + holdMs,
    isTried: false,
    state: 'kept',
    cause: null,
    refusedGrant: null,
    refusal: null,
  }))
  showTaken(taken)
  await decisionQueue.add(taken).catch((error: unknown) => {
    hideTaken(taken)
    throw error
  })
}

/** Undoes decisions that were not sent yet. */
export async function undoDecisions(decisions: readonly KeptDecision[]): Promise<void> {
  const show = hideUndone(decisions)
  return decisionQueue.takeBack(decisions).finally(show)
}

/** Hides all decisions after a session expired, see `suspend`. @returns how many are not sent yet */
export async function suspendDecisionSession(): Promise<number> {
  return isRequested() ? decisionQueue.suspend() : 0
}
