import type { QueueItemView } from '#upload-queue/queueView.ts'
import { mediaWords } from './mediaWords.ts'
import { copyLotOf, copyWords } from './copyLot.ts'
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
  /** Few words for a narrow bar: "Copie 45 sur 200", "Envoi, 3", "3 en attente", "1 à reprendre". */
  readonly short: string
  /** Share of the pending bytes that the server has confirmed, of the files while they are copied; 0 to 1. */
  readonly done: number
}

/** Sums the person's queue up. */
export function sendingWords(items: readonly QueueItemView[]): Sending {
  const pending = items.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const { aVous, recues } = groupsOf(items)
  const lot = copyLotOf(items)
  const isSending = lot !== null || items.some(({ state }) => state === 'sending' || state === 'finalizing')
  const sent = pending.filter(({ state }) => state !== 'lost_source')
  const bytes = sent.reduce((sum, { size }) => sum + size, 0)
  const confirmed = sent.reduce((sum, { confirmedBytes }) => sum + confirmedBytes, 0)
  const n = pendingCount(items)
  return {
    count: n,
    label: `${mediaWords(pending)} en attente`,
    sending: isSending,
    received: recues.length,
    short: lot !== null ? copyWords(lot) : isSending ? `Envoi, ${n}` : restWords(aVous.length, n),
    done: lot !== null ? lot.copied.length / lot.total : bytes === 0 ? 0 : confirmed / bytes,
  }
}

function restWords(aVous: number, pending: number): string {
  return aVous > 0 ? `${aVous} à reprendre` : `${pending} en attente`
}
