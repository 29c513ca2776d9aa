import { useEffect, useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { bandeFrames } from '#domain/media/variante.ts'
import { mediaUrl, videoUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { VideoPlayer } from '#src/ui/video/VideoPlayer.tsx'
import { VideoStrip } from '#src/ui/video/VideoStrip.tsx'
import css from './DeskStage.module.css'

interface Props {
  media: Media
  signature: string | undefined
  /** False while it is preloaded behind the current media. */
  isCurrent: boolean
  name: string
}

/** A video at the size of the stage, without sound at first, and its frames below: many are decided without playing. */
export function StageVideo({ media, signature, isCurrent, name }: Props) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [isOnline, isReachable] = [useOnline(), useReachable()]
  // Otherwise it plays on, invisible behind the current media, with its sound if that is on.
  useEffect(() => {
    if (!isCurrent) video?.pause()
  }, [isCurrent, video])
  const { id, apercu, lecture, largeur, hauteur } = media
  const original = signature === undefined ? undefined : mediaUrl(id, 'original', signature)
  return (
    <div className={css.video} data-current={isCurrent || undefined} inert={!isCurrent}>
      <VideoPlayer
        ref={setVideo}
        className={css.player}
        name={name}
        source={videoUrl(media, { triesOriginal: true, signature })}
        poster={apercu && signature !== undefined ? mediaUrl(id, 'thumbnail', signature) : undefined}
        isPreparing={lecture === 'EN_PREPARATION'}
        isOnline={isOnline && isReachable}
        isMuted
      >
        {isCurrent && original !== undefined && (
          <a href={original} target="_blank" rel="noreferrer">
            Ouvrir l'original
          </a>
        )}
      </VideoPlayer>
      {isCurrent && lecture === 'PRETE' && signature !== undefined && (
        <VideoStrip
          className={css.strip}
          frames={mediaUrl(id, 'bande', signature)}
          count={bandeFrames}
          ratio={(largeur ?? 16) / (hauteur ?? 9)}
          video={video}
        />
      )}
    </div>
  )
}
