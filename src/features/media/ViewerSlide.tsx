import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { ViewerPicture } from './ViewerPicture.tsx'
import css from './ViewerStage.module.css'

interface Props {
  entree: EntreeGalerie
  /** 0: current, -1: previous, 1: next. */
  slot: number
  thumbhash: string | null
  signature: string | undefined
  alt: string
  wantsLarge: boolean
  attempt: string
  onMissing: (failed: string | undefined) => void
}

/** One of the three slides of the track: the current media, or an inert neighbour without focus or clicks. */
export function ViewerSlide({ entree, slot, thumbhash, signature, alt, wantsLarge, attempt, onMissing }: Props) {
  const { id, type, apercu } = entree
  const isCurrent = slot === 0
  return (
    <div className={css.slide} data-slot={slot} aria-hidden={isCurrent ? undefined : true}>
      <div className={css.media} data-zooms>
        {type === 'VIDEO' && isCurrent ? (
          // Guests' videos have no captions.
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
          <ViewerPicture
            media={{ id, type, apercu, thumbhash }}
            signature={signature}
            alt={isCurrent ? alt : ''}
            wantsLarge={wantsLarge && type === 'IMAGE'}
            attempt={attempt}
            onMissing={isCurrent ? onMissing : undefined}
          />
        )}
      </div>
    </div>
  )
}
