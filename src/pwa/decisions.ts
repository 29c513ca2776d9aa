import { useSyncExternalStore } from 'react'
import type { Decision, KeptDecision } from '#upload-queue/decisions/decision.ts'
import type { DecisionRuntime, DecisionSession } from './decisionRuntime.ts'
import {
  type DecisionView,
  hideTaken,
  hideUndone,
  readDecisionView,
  showTaken,
  subscribeDecisionView,
} from './decisionView.ts'

let loading: Promise<DecisionRuntime> | undefined

/** What stands behind decisions (IndexedDB, sending) comes after the first paint, in its own chunk. */
function runtime(): Promise<DecisionRuntime> {
  loading ??= import('./decisionRuntime.ts').then((module) => module.decisionRuntime)
  loading.catch(() => {
    // The chunk could not be had (offline, new deployment): the next call asks again.
    loading = undefined
  })
  return loading
}

/** The decisions of the signed-in organiser as every tab shows them. */
export function useDecisions(): DecisionView {
  return useSyncExternalStore(subscribeDecisionView, readDecisionView)
}

/** Sends what earlier visits of this organiser left, and takes new decisions: at login and at every start. */
export async function openDecisionSession(session: DecisionSession): Promise<void> {
  return (await runtime()).open(session)
}

/** Makes sure that decisions about this event can leave without a session. */
export async function prepareDecisions(evenementId: number): Promise<void> {
  return (await runtime()).prepare(evenementId)
}

/**
 * Takes decisions in one go: they are on screen at once, leave after 10 s, and can be undone together until then.
 * @throws when this device cannot keep them; then none of them stands
 */
export async function decide(ownerId: number, decisions: readonly Decision[]): Promise<void> {
  const taken = showTaken(ownerId, decisions)
  const { add } = await runtime().catch((error: unknown) => {
    hideTaken(taken)
    throw error
  })
  return add(taken)
}

/** Takes decisions back that have not left. */
export async function undoDecisions(decisions: readonly KeptDecision[]): Promise<void> {
  const show = hideUndone(decisions)
  return (await runtime()).takeBack(decisions).finally(show)
}

/** Sends at once what is held about this event: the person leaves the desk. */
export async function flushDecisions(evenementId: number): Promise<void> {
  return (await runtime()).flush(evenementId)
}

/** Takes refused decisions off the list: their person has read why. */
export async function dismissDecisions(ids: readonly string[]): Promise<void> {
  return (await runtime()).dismiss(ids)
}

/** How many decisions of the signed-in person have not arrived: the question at logout. */
export async function pendingDecisions(): Promise<number> {
  return (await runtime()).pending()
}

/**
 * Shows no decision any more: a session has ended by itself. They stay, and leave with their grant or after a login.
 * @returns how many have not arrived
 */
export async function suspendDecisionSession(): Promise<number> {
  return loading === undefined ? 0 : (await runtime()).suspend()
}

/**
 * Ends the session of decisions, at logout.
 * @param choice keep: they wait here for the same person; otherwise they are erased now
 */
export async function closeDecisionSession(choice: { keep: boolean }): Promise<void> {
  return (await runtime()).close(choice)
}
