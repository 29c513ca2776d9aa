import { bytesPerMo, type MediaMimeType } from '#domain/upload/uploadLimits.ts'

/** Target size of a compressed photo, in Mo of `bytesPerMo`. */
export const lighterMo = 1.2
const lighterBytes = lighterMo * bytesPerMo

const compressible: ReadonlySet<string> = new Set<MediaMimeType>([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/heic',
  'image/avif',
])

/** Whether this type of file can be compressed. */
export function isCompressible(type: string): boolean {
  return compressible.has(type)
}

/** Whether compressing a photo of `size` bytes saves a useful amount. */
export function isWorthLightening(size: number): boolean {
  return size > lighterBytes * 1.25
}

/** Approximate size after compression of a photo of `size` bytes. */
export function lighterOf(size: number): number {
  return Math.min(lighterBytes, size * 0.8)
}
