import { FileImage, Video } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl, type Variant } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useBlur } from '#src/ui/blur/useBlur.ts'
import css from './MediaImage.module.css'

interface Props {
  media: Pick<Media, 'id' | 'type' | 'apercu' | 'thumbhash'>
  variant: Variant
  signature: string | undefined
  alt: string
  /** `contain` shows the whole picture, `cover` fills the box. */
  fit?: 'cover' | 'contain'
  lazy?: boolean
  /** Whether another picture is shown below: then render nothing until this one has loaded. */
  hasStandIn?: boolean
  /** Called when the picture itself is shown. */
  onLoad?: () => void
}

/** The blurred preview while the picture loads, then the picture fades in; an icon when no preview can be made. */
export function MediaImage({ media, variant, signature, alt, fit = 'cover', lazy = true, ...rest }: Props) {
  const { hasStandIn = false, onLoad } = rest
  // A loaded picture keeps its URL: a new signature every few minutes would load the same pixels again.
  const [loaded, setLoaded] = useState<string>()
  const [failed, setFailed] = useState<string>()
  // Retry a failed picture when the network is back.
  const attempt = `${useOnline()} ${useReachable()}`
  const wanted = signature === undefined ? undefined : mediaUrl(media.id, variant, signature)
  const source = loaded ?? wanted
  const blur = useBlur(hasStandIn ? null : media.thumbhash, loaded === undefined)
  // The preview's aspect ratio is approximate: it would show beside a picture that does not fill the box.
  const isWhole = fit === 'contain' && loaded !== undefined
  if (!media.apercu)
    return hasStandIn ? <span className="visually-hidden">{alt}</span> : <NoPreview media={media} alt={alt} />
  return (
    <span
      className={css.frame}
      data-fit={fit}
      style={{ backgroundImage: blur === undefined || isWhole ? undefined : `url("${blur}")` }}
    >
      {source === undefined || failed === `${source} ${attempt}` ? (
        // The link around it needs its accessible name before the picture loads, and without it.
        <span className="visually-hidden">{alt}</span>
      ) : (
        <img
          src={source}
          alt={alt}
          loading={lazy ? 'lazy' : 'eager'}
          decoding="async"
          draggable={false}
          data-loaded={loaded === source || undefined}
          onLoad={() => {
            setLoaded(source)
            onLoad?.()
          }}
          onError={() => setFailed(`${source} ${attempt}`)}
        />
      )}
    </span>
  )
}

function NoPreview({ media, alt }: Pick<Props, 'media' | 'alt'>) {
  const Icon = media.type === 'VIDEO' ? Video : FileImage
  return (
    <span className={css.none}>
      <Icon className="icon--large" />
      <span className="visually-hidden">{alt}, aperçu indisponible</span>
    </span>
  )
}
