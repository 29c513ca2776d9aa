import { useSelector } from '@tanstack/react-store'
import type { Decision, KeptDecision } from '#upload-queue/decisions/decision.ts'
import type { DecisionRuntime, DecisionSession } from './decisionRuntime.ts'
import { type DecisionView, decisionViewStore, hideTaken, hideUndone, showTaken } from './decisionView.ts'

let loading: Promise<DecisionRuntime> | undefined

/** Loads IndexedDB and sending code after the first paint, in its own chunk. */
function runtime(): Promise<DecisionRuntime> {
  loading ??= import('./decisionRuntime.ts').then((module) => module.decisionRuntime)
  loading.catch(() => {
    // The chunk failed to load (offline, new deployment): the next call retries.
    loading = undefined
  })
  return loading
}

/** The decisions of the signed-in organiser, the same in every tab. */
export function useDecisions(): DecisionView {
  return useSelector(decisionViewStore)
}

/** Sends the decisions left by earlier visits and accepts new ones. Call at login and at every start. */
export async function openDecisionSession(session: DecisionSession): Promise<void> {
  return (await runtime()).open(session)
}

/** Fetches the grant with which decisions about this event can be sent without a session. */
export async function prepareDecisions(evenementId: number): Promise<void> {
  return (await runtime()).prepare(evenementId)
}

/**
 * Takes decisions together: shown at once, sent after 10 s, and undone together until then.
 * @throws when this device cannot store them; then none of them is kept
 */
export async function decide(ownerId: number, decisions: readonly Decision[]): Promise<void> {
  const taken = showTaken(ownerId, decisions)
  const { add } = await runtime().catch((error: unknown) => {
    hideTaken(taken)
    throw error
  })
  return add(taken)
}

/** Undoes decisions that were not sent yet. */
export async function undoDecisions(decisions: readonly KeptDecision[]): Promise<void> {
  const show = hideUndone(decisions)
  return (await runtime()).takeBack(decisions).finally(show)
}

/** Sends held decisions about this event now: the person leaves the desk. */
export async function flushDecisions(evenementId: number): Promise<void> {
  return (await runtime()).flush(evenementId)
}

/** Removes refused decisions from the list, after the person has read the reason. */
export async function dismissDecisions(ids: readonly string[]): Promise<void> {
  return (await runtime()).dismiss(ids)
}

/** How many decisions of the signed-in person are not sent yet; shown in the logout question. */
export async function pendingDecisions(): Promise<number> {
  return (await runtime()).pending()
}

/**
 * Hides all decisions after a session expired. They stay stored and are sent with their grant or after a login.
 * @returns how many are not sent yet
 */
export async function suspendDecisionSession(): Promise<number> {
  return loading === undefined ? 0 : (await runtime()).suspend()
}

/**
 * Ends the decision session, at logout.
 * @param choice keep: decisions wait on this device for the same person; otherwise they are erased now
 */
export async function closeDecisionSession(choice: { keep: boolean }): Promise<void> {
  return (await runtime()).close(choice)
}
