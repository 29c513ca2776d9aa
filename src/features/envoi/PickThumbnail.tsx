import { FileImage, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { uploadMaxBytes } from '#domain/upload/uploadLimits.ts'
import { mostToDecode } from '#upload-queue/staging/makePreview.ts'
import { pagePreviews } from '#src/pwa/preview/pagePreviews.ts'
import { smallBitmap } from '#src/pwa/preview/smallBitmap.ts'
import type { ChosenFile } from './pick.ts'
import css from './AjouterMedia.module.css'

/** Pixel width of a drawing without a preview, for screens with a device pixel ratio of 2. */
const width = 160
let lastDraw: Promise<unknown> = Promise.resolve()

interface Props {
  pick: ChosenFile
  /** Called when the thumbnail is drawn, or cannot be. */
  onDrawn: (file: File) => void
}

/** A thumbnail of a chosen file, drawn when it scrolls into view. */
export function PickThumbnail({ pick: { file, size, isVideo }, onDrawn }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const { current } = canvas
    if (current === null) return undefined
    const unmounted = new AbortController()
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      watch.disconnect()
      drawSmall({ file, size, isVideo }, current, unmounted.signal)
        .catch(() => setBroken(!unmounted.signal.aborted))
        .finally(() => !unmounted.signal.aborted && onDrawn(file))
    })
    watch.observe(current)
    return () => {
      watch.disconnect()
      unmounted.abort()
    }
  }, [file, size, isVideo, onDrawn])
  // Files the browser cannot decode (HEIC, some videos) are accepted too.
  if (isBroken) return <span className={css.pickNoPhoto}>{isVideo ? <Video /> : <FileImage />}</span>
  return <canvas ref={canvas} className={css.pickPhoto} />
}

interface Drawn {
  readonly file: File
  readonly size: number
  readonly isVideo: boolean
}

/**
 * Draws the preview of a photo or a video, which the queue stores later. One at a time: decoding a camera photo takes
 * 50 MB, and people choose two hundred of them.
 * @param signal skips the drawing when aborted
 * @throws when this browser cannot decode the file
 */
async function drawSmall(pick: Drawn, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<void> {
  const previousDraw = lastDraw
  const { promise, resolve: end } = Promise.withResolvers<void>()
  lastDraw = promise
  try {
    await previousDraw
    if (signal.aborted) return
    const bitmap = await bitmapOf(pick)
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0)
    bitmap.close()
  } finally {
    end()
  }
}

/** @throws when this browser cannot decode the file */
async function bitmapOf({ file, size, isVideo }: Drawn): Promise<ImageBitmap> {
  // The queue keeps no preview of such a photo. A refused file may be of any size and kind.
  if (size > uploadMaxBytes && !isVideo) throw new RangeError('A file of this size is not decoded')
  if (size > mostToDecode && !isVideo) return smallBitmap(file, width)
  const preview = await pagePreviews.make(file)
  if (preview === null) throw new Error('This browser cannot decode the file')
  return createImageBitmap(new Blob([preview.bytes], { type: preview.type }))
}
