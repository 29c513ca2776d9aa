import type { QueueItemView } from '#upload-queue/queueView.ts'
import { count } from '#src/ui/text/quantities.ts'
import { groupsOf, pendingCount } from './queueGroups.ts'

/** How the queue stands, for the whole app. */
export interface Sending {
  /** Photos that are not received yet. */
  readonly count: number
  /** The count in words. */
  readonly label: string
  /** Something is on its way right now. */
  readonly sending: boolean
  /** Receipts that stand in the list. */
  readonly received: number
  /** Few words for a narrow bar: "Envoi, 3", "3 en attente", "1 à reprendre". */
  readonly short: string
  /** Share of the pending bytes that the server has confirmed, 0 to 1. */
  readonly done: number
}

/** Sums the person's queue up. */
export function sendingWords(items: readonly QueueItemView[]): Sending {
  const pending = items.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const { aVous, recues } = groupsOf(items)
  const isSending = items.some(({ state }) => state === 'sending' || state === 'finalizing' || state === 'staging')
  const bytes = pending.reduce((sum, { size }) => sum + size, 0)
  const confirmed = pending.reduce((sum, { confirmedBytes }) => sum + confirmedBytes, 0)
  const n = pendingCount(items)
  return {
    count: n,
    label: count(n, 'photo en attente', 'photos en attente'),
    sending: isSending,
    received: recues.length,
    short: isSending ? `Envoi, ${n}` : aVous.length > 0 ? `${aVous.length} à reprendre` : `${n} en attente`,
    done: bytes === 0 ? 0 : confirmed / bytes,
  }
}
