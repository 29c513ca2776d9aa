import { FileImage, Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Pick } from './pick.ts'
import { drawSmall } from './drawSmall.ts'
import css from './AjouterMedia.module.css'

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
