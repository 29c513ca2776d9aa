import { FileImage, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { filePreviews } from '#src/pwa/filePreviews.ts'
import type { Pick } from './pick.ts'
import css from './AjouterMedia.module.css'

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
      drawPreview(file, current, unmounted.signal).catch(() => setBroken(!unmounted.signal.aborted))
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
 * Draws the preview of a photo or a video, which the queue stores later. One at a time: decoding a camera photo takes 50 MB, and people
 * choose two hundred of them.
 * @param signal skips the drawing when aborted
 * @throws when this browser cannot decode the file
 */
async function drawPreview(file: Blob, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const previousDraw = lastDraw
  const { promise, resolve: end } = Promise.withResolvers<void>()
  lastDraw = promise
  try {
    await previousDraw
    if (signal.aborted) return
    const preview = await filePreviews.make(file)
    if (preview === null) throw new Error('This browser cannot decode the file')
    const bitmap = await createImageBitmap(new Blob([preview.bytes], { type: preview.type }))
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
  } finally {
    end()
  }
}
