import { FileImage, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { smallBitmap } from '#src/pwa/smallBitmap.ts'
import type { Pick } from './pick.ts'
import css from './AjouterMedia.module.css'

/** Pixel width of the drawing, for screens with a device pixel ratio of 2. */
const width = 160
let lastDraw: Promise<unknown> = Promise.resolve()

/** A thumbnail of a chosen file, drawn when it scrolls into view. */
export function PickThumbnail({ pick: { file, isVideo } }: { pick: Pick }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return undefined
    const unmounted = new AbortController()
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      drawSmall(file, current, unmounted.signal).catch(() => setBroken(!unmounted.signal.aborted))
    })
    watch.observe(current)
    return () => {
      watch.disconnect()
      unmounted.abort()
    }
  }, [file])
  // Files the browser cannot decode (HEIC, some videos) are accepted too.
  if (isBroken) return <span className={css.pickNoPhoto}>{isVideo ? <Video /> : <FileImage />}</span>
  return <canvas ref={canvas} className={css.pickPhoto} />
}

/**
 * Draws a photo, or a frame of a video, scaled down. One at a time: decoding a camera photo takes 50 MB, and people
 * choose two hundred of them.
 * @param signal skips the drawing when aborted
 * @throws when this browser cannot decode the file
 */
async function drawSmall(file: Blob, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
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
