import { isCompressible } from './lighterSize.ts'

/** Makes a smaller version of a photo. The caller supplies the library. */
export type Compress = (photo: File) => Promise<Blob>

const probeSide = 16

/**
 * Returns a smaller version of the photo, or null when the original must be sent: the type is not compressible, the
 * library failed or did not load, or the result is larger or blank. iOS returns empty canvases when memory is short.
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

/** Whether all pixels of a 16 × 16 version have the same colour. */
async function isBlank(picture: Blob): Promise<boolean> {
  const bitmap = await createImageBitmap(picture, { resizeWidth: probeSide, resizeHeight: probeSide })
  const context = new OffscreenCanvas(probeSide, probeSide).getContext('2d')
  context?.drawImage(bitmap, 0, 0)
  bitmap.close()
  const pixels = context && new Uint32Array(context.getImageData(0, 0, probeSide, probeSide).data.buffer)
  return pixels?.every((pixel) => pixel === pixels[0]) ?? true
}
