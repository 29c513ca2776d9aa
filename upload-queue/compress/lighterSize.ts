import { bytesPerMo, type MediaMimeType } from '#domain/upload/uploadLimits.ts'

/** About what a lighter photo weighs, in bytes. */
const lighterBytes = 1.2 * bytesPerMo

const compressible: ReadonlySet<string> = new Set<MediaMimeType>([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/avif',
])

/** Whether a lighter version can be made of such a file. */
export function isCompressible(type: string): boolean {
  return compressible.has(type)
}

/** Whether a lighter version of a photo of so many bytes would save anything. */
export function isWorthLightening(size: number): boolean {
  return size > lighterBytes * 1.25
}

/** What a photo of this many bytes weighs once lightened, roughly. */
export function lighterOf(size: number): number {
  return Math.min(lighterBytes, size * 0.8)
}
