import type { QueueItemView } from '#upload-queue/queueView.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'

/** The files being copied to this device, and those of the same choice already copied. */
export interface CopyLot {
  readonly copied: readonly QueueItemView[]
  readonly copying: readonly QueueItemView[]
  readonly total: number
}

/** Null when no copy is running. Files that could not be copied, or were duplicates, do not count. */
export function copyLotOf(items: readonly QueueItemView[]): CopyLot | null {
  const copying = items.filter(({ state }) => state === 'staging')
  if (copying.length === 0) return null
  const since = Math.min(...copying.map(({ addedAt }) => addedAt))
  const copied = items.filter((item) => item.addedAt >= since && !item.isInMemory && !notCopied.has(item.state))
  return { copied, copying, total: copied.length + copying.length }
}

const notCopied: ReadonlySet<QueueItemView['state']> = new Set(['staging', 'lost_source', 'cancelled'])

/** "Copie 3 sur 12". */
export function copyWords({ copied, total }: CopyLot): string {
  return `Copie ${formatNumber(copied.length)} sur ${formatNumber(total)}`
}
