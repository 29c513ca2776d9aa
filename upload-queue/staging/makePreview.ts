import type { SmallBitmap } from '#upload-queue/picture/smallBitmap.ts'
import type { StoredPreview } from '#upload-queue/store/queueDatabase.ts'

const side = 320
const maxBytes = 64 * 1024
/** A browser takes all of a picture into memory to decode it: not of one this heavy. Of a film it reads a part. */
const mostToDecode = 32 * 1024 * 1024

/** A small picture for the list of the queue, 64 KiB at most; null when this browser cannot decode the file. */
export async function makePreview(photo: Blob, smallBitmap: SmallBitmap): Promise<StoredPreview | null> {
  if (photo.size > mostToDecode && !photo.type.startsWith('video/')) return null
  try {
    const bitmap = await smallBitmap(photo, side)
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    try {
      for (const quality of [0.75, 0.4]) {
        const small = await canvas.convertToBlob({ type: 'image/jpeg', quality })
        // As an ArrayBuffer: private WebKit windows refuse a Blob in IndexedDB.
        if (small.size <= maxBytes) return { type: small.type, bytes: await small.arrayBuffer() }
      }
    } finally {
      // The drawings of 200 photos would stand until the browser collects.
      canvas.width = 0
    }
  } catch {
    // HEIC in most browsers, a film in a foreign format, no canvas outside the page: the list shows an icon.
  }
  return null
}
