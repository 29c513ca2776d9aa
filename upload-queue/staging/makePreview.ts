import { isVideo } from '#upload-queue/engine/isVideo.ts'
import type { SmallBitmap } from '#upload-queue/picture/workerBitmap.ts'
import type { StoredPreview } from '#upload-queue/store/queueDatabase.ts'

const side = 320
const maxBytes = 64 * 1024
/**
 * Bytes. Browsers load a whole picture into memory to decode it, so the queue makes no preview of larger ones, which
 * may be two hundred. Videos are read in part.
 */
export const mostToDecode = 32 * 1024 * 1024

/** Creates a preview of at most 64 KiB for the queue list. Returns null when this browser cannot decode the file. */
export async function makePreview(photo: Blob, smallBitmap: SmallBitmap): Promise<StoredPreview | null> {
  if (photo.size > mostToDecode && !isVideo(photo)) return null
  try {
    const bitmap = await smallBitmap(photo, side)
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.ceil(bitmap.width * scale), Math.ceil(bitmap.height * scale))
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    try {
      for (const quality of [0.75, 0.4]) {
        const small = await canvas.convertToBlob({ type: 'image/jpeg', quality })
        // Stored as an ArrayBuffer: private WebKit windows reject a Blob in IndexedDB.
        if (small.size <= maxBytes) return { type: small.type, bytes: await small.arrayBuffer() }
      }
    } finally {
      // Frees the canvas memory now; the canvases of 200 photos would otherwise stay until garbage collection.
      canvas.width = 0
    }
  } catch {
    // Most browsers cannot decode HEIC or some video formats, or have no OffscreenCanvas: the list shows an icon.
  }
  return null
}
