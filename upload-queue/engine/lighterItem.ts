import { isCompressible, isWorthLightening } from '#upload-queue/compress/lighterSize.ts'
import type { QueueState } from './states.ts'
import type { QueueItem } from './queueItem.ts'

const waiting: ReadonlySet<QueueState> = new Set([
  'queued',
  'paused',
  'waiting_net',
  'backoff',
  'waiting_auth',
  'blocked',
])

/** The server has not received anything of this item, so its size and hash may still change. */
function isUnsent({ state, announced, uploadUrl }: QueueItem): boolean {
  return waiting.has(state) && !announced && uploadUrl === null
}

/** Whether the photo may be replaced with a compressed version. */
export function canLighten(item: QueueItem): boolean {
  const isOriginal = item.sha256 === item.sourceSha256
  return isUnsent(item) && isOriginal && isCompressible(item.type) && isWorthLightening(item.size)
}

/** Whether the compressed version may be replaced with the original again. */
export function canRestore(item: QueueItem): boolean {
  return isUnsent(item) && item.original !== undefined
}

/** The item as if its original were sent. */
export function originalOf(item: QueueItem): QueueItem {
  const { original, ...rest } = item
  return { ...rest, ...original }
}
