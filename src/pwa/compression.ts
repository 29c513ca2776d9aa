import type { MediaMimeType } from '#domain/upload/uploadLimits.ts'
import { type Compress, lighterPhoto } from '#upload-queue/compress/lighterPhoto.ts'
import { verdictOn } from '#upload-queue/staging/acceptable.ts'

/** "Allégée": about 1,2 Mo, sharp on any screen and on a small print. */
const lighter = { maxSizeMB: 1.2, maxWidthOrHeight: 2560, initialQuality: 0.85 }

/** The lighter version of a photo and its type, or null when the original is to go. */
export async function makeLighter(photo: File, type: string): Promise<{ bytes: Blob; type: MediaMimeType } | null> {
  const bytes = await lighterPhoto(photo, type, compressPhoto)
  const verdict = bytes && (await verdictOn(bytes))
  return bytes && verdict && 'type' in verdict ? { bytes, type: verdict.type } : null
}

/** The lighter picture by browser-image-compression, loaded at the first use. */
const compressPhoto: Compress = async (photo) => {
  const { default: compress } = await import('browser-image-compression')
  const isForeign = /heic|heif|avif/.test(photo.type)
  return compress(photo, {
    ...lighter,
    // Its own worker is made from a blob and loads the library from a CDN: the policy of the page forbids both.
    useWebWorker: false,
    // The date of the picture stays in it; what others must not see goes when it is served.
    preserveExif: photo.type === 'image/jpeg',
    ...(isForeign && { fileType: 'image/jpeg' }),
  })
}
