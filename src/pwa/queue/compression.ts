import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { type Compress, lighterPhoto } from '#upload-queue/compress/lighterPhoto.ts'
import { lighterMo } from '#upload-queue/compress/lighterSize.ts'
import { verdictOn } from '#upload-queue/staging/acceptable.ts'

/** "Allégée": about 1,2 Mo, sharp on any screen and on a small print. */
const lighter = { maxSizeMB: lighterMo, maxWidthOrHeight: 2560, initialQuality: 0.85 }

/** The lighter version of a photo and its type, or null when the original must be sent. */
export async function makeLighter(photo: File, type: string): Promise<{ bytes: Blob; type: MediaMimeType } | null> {
  const bytes = await lighterPhoto(photo, type, compressPhoto)
  const verdict = bytes && (await verdictOn(bytes))
  return bytes && verdict && 'type' in verdict ? { bytes, type: verdict.type } : null
}

/** Compresses with browser-image-compression, loaded on first use. */
const compressPhoto: Compress = async (photo) => {
  const { default: compress } = await import('browser-image-compression')
  const isForeign = /heic|heif|avif/.test(photo.type)
  return compress(photo, {
    ...lighter,
    // The library's worker is created from a blob URL and loads code from a CDN: the content security policy forbids
    // both.
    useWebWorker: false,
    // Keep the capture date. The server removes private metadata when it serves the photo.
    preserveExif: photo.type === 'image/jpeg',
    ...(isForeign && { fileType: 'image/jpeg' }),
  })
}
