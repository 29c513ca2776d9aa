import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { MediaImage } from './MediaImage.tsx'
import { blurOf } from './thumbhash.ts'
import css from './Viewer.module.css'

interface Props {
  media: Media
  signature: string | undefined
  alt: string
  /** How far a finger has moved it, in pixels. */
  shift: number
}

/** The picture, or the video with its controls, over its own glow. */
export function ViewerStage({ media, signature, alt, shift }: Props) {
  const blur = blurOf(media.thumbhash)
  return (
    <>
      {blur !== undefined && <img className={css.viewerGlow} src={blur} alt="" />}
      <div className={css.viewerMedia} style={{ translate: `${shift}px 0` }}>
        {media.type === 'VIDEO' ? (
          // Guests' videos come without subtitles.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            controls
            playsInline
            preload="metadata"
            aria-label={alt}
            src={mediaUrl(media.id, 'original', signature)}
            poster={media.apercu ? mediaUrl(media.id, 'thumbnail', signature) : undefined}
          />
        ) : (
          <MediaImage
            media={media}
            variant={{ width: 1600 }}
            signature={signature}
            alt={alt}
            fit="contain"
            lazy={false}
          />
        )}
      </div>
    </>
  )
}
