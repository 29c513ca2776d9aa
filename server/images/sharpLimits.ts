import sharp, { type SharpOptions } from 'sharp'
import { imageMaxPixels, type MediaMimeType } from '#domain/upload/uploadLimits.ts'

// By default sharp also reads SVG, PDF and 256-megapixel files: allow only the accepted formats.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
})
sharp.cache(false)
sharp.concurrency(1)

/** Options for reading untrusted files: limit the pixels and reject damaged files. */
export function readingOptions(type: MediaMimeType): SharpOptions {
  return {
    limitInputPixels: type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other,
    failOn: 'warning',
    sequentialRead: true,
  }
}

export { sharp }
