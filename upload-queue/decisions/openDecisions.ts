import { Discards } from '#upload-queue/caches/discards.ts'
import { openChannel } from '#upload-queue/openChannel.ts'
import type { OwnerId } from '#upload-queue/engine/owner.ts'
import { DecisionConnection } from './decisionDatabase.ts'
import { DecisionStore } from './decisionStore.ts'
import { decisionWire } from './decisionWire.ts'
import type { SendDeps, SentDecision } from './sendDecisions.ts'

/** Background Sync tags. Three, because the browser retries each tag only a few times. Each one sends all decisions. */
export const decisionTags = ['decisions-a', 'decisions-b', 'decisions-c'] as const

/** Message between tabs and the service worker. The database is authoritative; the message only triggers a read. */
export interface DecisionMessage {
  /** A delivered decision; null for any other change. */
  readonly sent: SentDecision | null
}

interface DecisionOptions {
  readonly renew?: SendDeps['renew']
  readonly onAnswer?: () => void
  /** Called with each message of another tab or of the service worker. */
  readonly onMessage?: (message: DecisionMessage) => void
}

/** Opens the decisions of this origin for a page or the service worker. Reads nothing before the first call. */
export function openDecisions({
  renew = () => Promise.resolve({ none: 'no_session' }),
  onAnswer,
  onMessage,
}: DecisionOptions) {
  const connection = new DecisionConnection()
  const channel = openChannel('eclats-decisions')
  if (onMessage) channel?.addEventListener('message', (event: MessageEvent<DecisionMessage>) => onMessage(event.data))
  /** Posts to the other tabs and the service worker. BroadcastChannel does not deliver to the sender. */
  const publish = (message: DecisionMessage) => channel?.postMessage(message)
  const store = new DecisionStore(connection)
  const locks = 'locks' in navigator ? navigator.locks : undefined
  const erase = (ownerId: OwnerId) => store.erase(Number(ownerId))
  const discards = new Discards({ name: 'decisions-supprimees', erase, locks })
  const sendDeps: SendDeps = {
    store,
    discards,
    wire: decisionWire({ fetch: (...input) => fetch(...input), ...(onAnswer && { onAnswer }) }),
    now: () => Date.now(),
    locks,
    renew,
    onChange: (sent) => {
      publish({ sent })
      onMessage?.({ sent })
    },
  }
  return { store, discards, sendDeps, publish, transactions: connection.transactions }
}
