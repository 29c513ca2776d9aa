import { useEffect } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { MediaImage } from './MediaImage.tsx'
import { blurOf } from '#src/ui/blur/blurOf.ts'
import { useSwipe } from '#src/ui/swipe/useSwipe.ts'
import { useZoom } from './useZoom.ts'
import css from './Viewer.module.css'

interface Props {
  entree: EntreeGalerie
  thumbhash: string | null
  signature: string | undefined
  alt: string
  onStep: (by: 1 | -1) => void
}

/** The picture, or the video with its controls, over its own glow; it follows fingers. */
export function ViewerStage({ entree, thumbhash, signature, alt, onStep }: Props) {
  const { id, type, apercu } = entree
  const blur = blurOf(thumbhash)
  const zoom = useZoom()
  const { scale, x, y } = zoom.view
  const isWhole = scale === 1
  const swipe = useSwipe({ onLeft: () => onStep(1), onRight: () => onStep(-1), enabled: isWhole })
  useZoomKeys(zoom.step)
  const both = (of: keyof typeof swipe.handlers) => (event: React.PointerEvent<HTMLElement>) => {
    zoom.handlers[of](event)
    swipe.handlers[of](event)
  }
  return (
    <div
      className={css.viewerHold}
      onPointerDown={both('onPointerDown')}
      onPointerMove={both('onPointerMove')}
      onPointerUp={both('onPointerUp')}
      onPointerCancel={both('onPointerCancel')}
    >
      {blur !== undefined && <img className={css.viewerGlow} src={blur} alt="" />}
      <div
        className={css.viewerMedia}
        data-zoomed={!isWhole || undefined}
        style={{ translate: `${isWhole ? swipe.shift : x}px ${isWhole ? 0 : y}px`, scale }}
      >
        {type === 'VIDEO' ? (
          // Guests' videos come without subtitles.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            controls
            playsInline
            preload="metadata"
            aria-label={alt}
            src={signature === undefined ? undefined : mediaUrl(id, 'original', signature)}
            poster={apercu ? mediaUrl(id, 'thumbnail', signature) : undefined}
          />
        ) : (
          <MediaImage
            media={{ id, type, apercu, thumbhash }}
            variant={{ width: 1600 }}
            signature={signature}
            alt={alt}
            fit="contain"
            lazy={false}
          />
        )}
      </div>
    </div>
  )
}

/** + and - on a keyboard. */
function useZoomKeys(step: (by: number) => void): void {
  const latest = useLatest(step)
  useEffect(() => {
    const onKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (ctrlKey || metaKey) return
      if (key === '+') latest.current(1.5)
      if (key === '-') latest.current(1 / 1.5)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [latest])
}
