import { isCompressible } from './lighterSize.ts'

/** What makes a lighter picture; the library behind it is the caller's. */
export type Compress = (photo: File) => Promise<Blob>

const probeSide = 16

/**
 * The lighter version of a photo, or null when the original is to go: not a photo that gains, the library failed
 * or could not be loaded, the result is larger or blank (iOS gives empty canvases when memory is short).
 */
export async function lighterPhoto(photo: File, type: string, compress: Compress): Promise<Blob | null> {
  if (!isCompressible(type)) return null
  try {
    const lighter = await compress(photo)
    if (lighter.size === 0 || lighter.size >= photo.size) return null
    return (await isBlank(lighter)) && !(await isBlank(photo)) ? null : lighter
  } catch {
    return null
  }
}

/** Whether every point of a picture, seen from afar, has the same colour. */
async function isBlank(picture: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(picture, { resizeWidth: probeSide, resizeHeight: probeSide })
  const context = new OffscreenCanvas(probeSide, probeSide).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const pixels = context && new Uint32Array(context.getImageData(0, 0, probeSide, probeSide).data.buffer)
  return pixels?.every((pixel) => pixel === pixels[0]) ?? true
}
