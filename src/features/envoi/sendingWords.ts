import { countsAsPending } from '#upload-queue/engine/states.ts'
import { pendingCount, type QueueItemView } from '#upload-queue/queueView.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { batchOf } from './batch.ts'
import { mediaWords } from '#src/ui/text/mediaWords.ts'
import { copyLotOf, copyWords } from './copyLot.ts'
import { bytesLeft, groupsOf, isSafe } from './queueGroups.ts'

export interface Sending {
  /** Photos that are not received yet. */
  readonly count: number
  readonly label: string
  /** An item is being sent right now. */
  readonly sending: boolean
  /** Received items in the list. */
  readonly received: number
  /** Nothing is being sent, and an item needs the person. */
  readonly needsPerson: boolean
  /** All pending items are stored on this device and wait only for the network. */
  readonly isSafe: boolean
  /** Short text for a narrow bar: "Copie 45 sur 200", "3 sur 20", "3 en attente", "1 à reprendre". */
  readonly short: string
  /** Bytes still to send. */
  readonly bytesLeft: number
  /** From 0 to 1: share of the batch's bytes confirmed by the server; while copying, share of the files copied. */
  readonly done: number
}

/** Summarizes the person's queue. */
export function sendingWords(items: readonly QueueItemView[]): Sending {
  const pending = items.filter(countsAsPending)
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
    needsPerson: !isSending && aVous.length > 0,
    isSafe: aVous.length === 0 && pending.every(isSafe),
    short:
      lot !== null
        ? copyWords(lot)
        : isSending
          ? `${formatNumber(batch.received)} sur ${formatNumber(batch.total)}`
          : restWords(aVous.length, n),
    bytesLeft: bytesLeft(items),
    done: lot !== null ? lot.copied.length / lot.total : batch.bytes === 0 ? 0 : batch.confirmedBytes / batch.bytes,
  }
}

function restWords(aVous: number, pending: number): string {
  return aVous > 0 ? `${formatNumber(aVous)} à reprendre` : `${formatNumber(pending)} en attente`
}
