import { smallBitmap } from '#src/pwa/smallBitmap.ts'

/** Pixel width of the drawing, for screens with a device pixel ratio of 2. */
const width = 160

let lastDraw: Promise<unknown> = Promise.resolve()

/**
 * Draws a photo, or a frame of a video, scaled down. One at a time: decoding a camera photo takes 50 MB, and people
 * choose two hundred of them.
 * @param signal skips the drawing when aborted
 * @throws when this browser cannot decode the file
 */
export async function drawSmall(file: Blob, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const previousDraw = lastDraw
  const { promise, resolve: end } = Promise.withResolvers<void>()
  lastDraw = promise
  try {
    await previousDraw
    if (signal.aborted) return
    const bitmap = await smallBitmap(file, width)
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
  } finally {
    end()
  }
}
