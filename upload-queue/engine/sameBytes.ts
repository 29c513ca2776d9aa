import type { QueueItem } from './queueItem.ts'

/** Whether the server's hash of the whole file equals ours (I3). */
export function sameBytes(item: Pick<QueueItem, 'sha256'>, sha256: string | null): boolean {
  return item.sha256 !== '' && sha256?.toLowerCase() === item.sha256
}
