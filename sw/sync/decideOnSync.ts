import { decisionTags, openDecisions } from '#upload-queue/decisions/openDecisions.ts'
import { sendDecisions, type SendEnd } from '#upload-queue/decisions/sendDecisions.ts'
import { sleep } from '#upload-queue/sleep.ts'
import { eventMs, hasVisiblePage } from './drainOnSync.ts'
import { notifyRemaining } from './remainingNotification.ts'

const leastPauseMs = 100
const tags: ReadonlySet<string> = new Set(decisionTags)
let opened: ReturnType<typeof openDecisions> | undefined

/** Whether a sync event is about decisions. */
export function isDecisionTag(tag: string): boolean {
  return tags.has(tag)
}

/**
 * Sends an organiser's decisions with their grants, page closed or not; held ones once their ten seconds are over. A
 * rejection makes the system try again.
 */
export async function sendDecisionsOnSync({ lastChance }: Pick<SyncEvent, 'lastChance'>): Promise<void> {
  const deadline = Date.now() + eventMs
  let end = await sendOnce(deadline)
  while (end !== 'busy' && end.remaining > 0 && end.nextInMs !== null && Date.now() + end.nextInMs < deadline) {
    if (end.why === 'no_network') break
    await sleep(Math.max(leastPauseMs, end.nextInMs))
    end = await sendOnce(deadline)
  }
  // A visible page continues by itself and registers the tags again when it is hidden.
  if (end === 'busy') {
    if (await hasVisiblePage()) return
    throw new Error('decision lock held by another context')
  }
  if (end.remaining === 0) return
  if (lastChance) await notifyRemaining('decisions', { counts: [end.remaining], badge: end.remaining })
  throw new Error(`${end.remaining} decisions still unsent`)
}

function sendOnce(deadline: number): Promise<SendEnd | 'busy'> {
  opened ??= openDecisions({})
  const waitMs = Math.max(1, deadline - Date.now())
  return sendDecisions(opened.sendDeps, { waitMs, shouldStop: () => Date.now() > deadline })
}
