import type { Media } from '#domain/media/media.ts'
import { DecisionDatabase } from './decisionDatabase.ts'
import { DecisionStore } from './decisionStore.ts'
import { decisionWire } from './decisionWire.ts'
import type { SendParts } from './sendDecisions.ts'

/** Tags of the background sync: three, because each has only a few attempts; each sends everything. */
export const decisionTags = ['decisions-a', 'decisions-b', 'decisions-c'] as const

/** What the tabs and the worker tell each other. The database is the truth; this only says where to look. */
export interface DecisionMessage {
  /** A decision has arrived: its media as the server answered, null when it is gone. */
  readonly sent: { readonly mediaId: number; readonly media: Media | null } | null
}

interface Place {
  readonly renew?: SendParts['renew']
  readonly onAnswer?: () => void
  /** Is told what other places say. */
  readonly hear?: (message: DecisionMessage) => void
}

/** Opens the decisions of this origin for a page or the worker. Nothing is read before the first call. */
export function openDecisions({ renew = () => Promise.resolve(null), onAnswer, hear }: Place) {
  const database = new DecisionDatabase()
  const channel = new BroadcastChannel('eclats-decisions')
  if (hear) channel.addEventListener('message', (event: MessageEvent<DecisionMessage>) => hear(event.data))
  /** Tells other places; what is heard there is done here by whoever says it. */
  const say = (message: DecisionMessage) => channel.postMessage(message)
  const store = new DecisionStore(database)
  const sending: SendParts = {
    store,
    wire: decisionWire({ fetch: (...input) => fetch(...input), ...(onAnswer && { onAnswer }) }),
    now: () => Date.now(),
    locks: 'locks' in navigator ? navigator.locks : undefined,
    renew,
    onChange: (sent) => {
      say({ sent })
      hear?.({ sent })
    },
  }
  return { store, sending, say, transactions: database.transactions }
}
