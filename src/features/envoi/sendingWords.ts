import type { QueueItemView } from '#upload-queue/queueView.ts'
import { batchOf } from './batch.ts'
import { mediaWords } from './mediaWords.ts'
import { copyLotOf, copyWords } from './copyLot.ts'
import { bytesLeft, groupsOf, isSafe, pendingCount } from './queueGroups.ts'

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
  /** Nothing is on its way, and something needs the person. */
  readonly isHeld: boolean
  /** All that is pending lies on this phone and waits for nothing but the network. */
  readonly isSafe: boolean
  /** Few words for a narrow bar: "Copie 45 sur 200", "3 sur 20", "3 en attente", "1 à reprendre". */
  readonly short: string
  /** Bytes that still have to leave this phone. */
  readonly bytesLeft: number
  /** Share of the batch's bytes that the server has confirmed, of the files while they are copied; 0 to 1. */
  readonly done: number
}

/** Sums the person's queue up. */
export function sendingWords(items: readonly QueueItemView[]): Sending {
  const pending = items.filter(({ state }) => state !== 'done' && state !== 'cancelled')
  const { aVous, recues } = groupsOf(items)
  const lot = copyLotOf(items)
  const isSending = lot !== null || items.some(({ state }) => state === 'sending' || state === 'finalizing')
  const n = pendingCount(items)
  const batch = batchOf(items)
  return {
    count: n,
    label: `${mediaWords(pending)} en attente`,
    sending: isSending,
    received: recues.length,
    isHeld: !isSending && aVous.length > 0,
    isSafe: aVous.length === 0 && pending.every(isSafe),
    short:
      lot !== null ? copyWords(lot) : isSending ? `${batch.received} sur ${batch.total}` : restWords(aVous.length, n),
    bytesLeft: bytesLeft(items),
    done: lot !== null ? lot.copied.length / lot.total : batch.bytes === 0 ? 0 : batch.confirmedBytes / batch.bytes,
  }
}

function restWords(aVous: number, pending: number): string {
  return aVous > 0 ? `${aVous} à reprendre` : `${pending} en attente`
}
