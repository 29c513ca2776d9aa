import type { QueueItem } from '#upload-queue/engine/queueItem.ts'

/** The tus header Upload-Metadata: plain keys, values in base64 of their UTF-8 bytes. */
export function uploadMetadata(item: QueueItem): string {
  const pairs = {
    clientUploadId: item.id,
    name: item.name,
    type: item.type,
    takenAt: item.takenAt,
    sha256: item.sha256,
    sourceSha256: item.sourceSha256,
  }
  return Object.entries(pairs)
    .flatMap(([key, value]) => (value === null ? [] : [`${key} ${base64(value)}`]))
    .join(',')
}

function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}
