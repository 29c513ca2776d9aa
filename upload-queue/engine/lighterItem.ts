import { isCompressible, isWorthLightening } from '#upload-queue/compress/lighterSize.ts'
import type { QueueState } from '#upload-queue/queueView.ts'
import type { QueueItem } from './queueItem.ts'

const waiting: ReadonlySet<QueueState> = new Set([
  'queued',
  'paused',
  'waiting_net',
  'backoff',
  'waiting_auth',
  'blocked',
])

/** The server cannot have heard of it: its size and its hash may still change. */
function isUnsent({ state, announced, uploadUrl }: QueueItem): boolean {
  return waiting.has(state) && !announced && uploadUrl === null
}

/** Whether a lighter version may take the place of a photo. */
export function canLighten(item: QueueItem): boolean {
  const isOriginal = item.sha256 === item.sourceSha256
  return isUnsent(item) && isOriginal && isCompressible(item.type) && isWorthLightening(item.size)
}

/** Whether the original may go after all. */
export function canRestore(item: QueueItem): boolean {
  return isUnsent(item) && item.original !== undefined
}

/** The item as if its original were sent. */
export function originalOf(item: QueueItem): QueueItem {
  const { original, ...rest } = item
  return { ...rest, ...original }
}
