import sharp, { type SharpOptions } from 'sharp'
import { imageMaxPixels, type MediaMimeType } from '#domain/upload/uploadLimits.ts'

// sharp reads SVG, PDF and 256-megapixel files by default; here only the formats that are taken.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
})
sharp.cache(false)
sharp.concurrency(1)

/** Reading options under which a hostile file can neither fill the memory nor pass as a picture. */
export function readingOptions(type: MediaMimeType): SharpOptions {
  return {
    limitInputPixels: type === 'image/jpeg' ? imageMaxPixels.jpeg : imageMaxPixels.other,
    failOn: 'warning',
    sequentialRead: true,
  }
}

export { sharp }
