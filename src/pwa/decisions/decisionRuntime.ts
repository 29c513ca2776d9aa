import { openDecisions } from '#upload-queue/decisions/openDecisions.ts'
import { noteAnswer } from '#src/api/reachability.ts'
import { DecisionGrants } from './decisionGrants.ts'
import { DecisionQueue } from './decisionQueue.ts'

const decisions = openDecisions({
  renew: (...who) => grants.renew(...who),
  onAnswer: noteAnswer,
  onMessage: (message) => decisionRuntime.receive(message),
})
const grants = new DecisionGrants(decisions.store)

/** The decision queue of this page, loaded by decisions.ts after the first paint. */
export const decisionRuntime = new DecisionQueue({ ...decisions, grants })
