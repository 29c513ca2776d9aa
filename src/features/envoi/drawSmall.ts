import { smallBitmap } from '#src/pwa/smallBitmap.ts'

/** Width of what is drawn, for screens of two pixels a point. */
const width = 160

let turn: Promise<unknown> = Promise.resolve()

/**
 * Draws a photo, or a frame of a film, small. One after the other: a camera's photo takes 50 MB while it is decoded, and people choose two
 * hundred of them.
 * @param signal leaves it out when nobody wants it any more
 * @throws when this browser cannot decode it
 */
export async function drawSmall(file: Blob, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const before = turn
  const { promise, resolve: end } = Promise.withResolvers<void>()
  turn = promise
  try {
    await before
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
