import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl, videoUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { VideoPlayer } from '#src/ui/video/VideoPlayer.tsx'
import type { OnMissing } from './useLargePicture.ts'
import { ViewerPicture } from './ViewerPicture.tsx'
import css from './ViewerStage.module.css'

interface Props {
  entree: EntreeGalerie
  /** 0: current, -1: previous, 1: next. */
  slot: number
  /** Undefined until it is loaded. */
  ligne: Media | undefined
  triesOriginal: boolean
  signature: string | undefined
  alt: string
  wantsLarge: boolean
  attempt: string
  onMissing: OnMissing
}

/** One of the three slides of the track: the current media, or an inert neighbour without focus or clicks. */
export function ViewerSlide({ entree, slot, ligne, triesOriginal, signature, alt, wantsLarge, ...large }: Props) {
  const { id, type, apercu } = entree
  const { attempt, onMissing } = large
  const [isOnline, isReachable] = [useOnline(), useReachable()]
  const thumbhash = ligne?.thumbhash ?? null
  const isCurrent = slot === 0
  return (
    <div className={css.slide} data-slot={slot} aria-hidden={isCurrent ? undefined : true}>
      <div className={css.media} data-zooms>
        {type === 'VIDEO' && isCurrent ? (
          <VideoPlayer
            className={css.video}
            name={alt}
            source={ligne && videoUrl(ligne, { triesOriginal, signature })}
            poster={apercu && signature !== undefined ? mediaUrl(id, 'thumbnail', signature) : undefined}
            isPreparing={ligne?.lecture === 'EN_PREPARATION'}
            isOnline={isOnline && isReachable}
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
