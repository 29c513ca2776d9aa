import { FileImage } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { blurOf } from '#src/ui/blur/blurOf.ts'
import { french } from '#src/ui/text/french.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { deskName } from './deskItems.ts'
import { StageVideo } from './StageVideo.tsx'
import css from './DeskStage.module.css'

interface Props {
  media: Media
  signature: string | undefined
  /** False while it is preloaded behind the current media. */
  isCurrent: boolean
  /** Whether to load the original. */
  isEnlarged?: boolean
}

/** One media at the size of the stage; the next one is loaded and decoded here in advance. */
export function StagePhoto({ media, signature, isCurrent, isEnlarged = false }: Props) {
  const [isReady, setReady] = useState(false)
  // Keeps the first URL: a new signature every few minutes would load the same pixels again.
  const [kept, setKept] = useState(signature)
  if (kept === undefined && signature !== undefined) setKept(signature)
  const fuseau = useFuseau()
  const name = isCurrent ? deskName(media, fuseau) : ''
  if (media.type === 'VIDEO')
    return <StageVideo media={media} signature={signature} isCurrent={isCurrent} name={name} />
  if (!media.apercu)
    return (
      <div className={css.missing} data-current={isCurrent || undefined} aria-hidden={!isCurrent}>
        <FileImage className="icon--large" />
        <p>
          <span className="visually-hidden">{french(`${name} : `)}</span>
          Ce fichier ne peut pas être affiché ici.
        </p>
        {isCurrent && kept !== undefined && (
          <a href={mediaUrl(media.id, 'original', kept)} target="_blank" rel="noreferrer">
            Ouvrir l'original
          </a>
        )}
      </div>
    )
  const blur = blurOf(media.thumbhash)
  return (
    <span
      className={css.picture}
      data-current={isCurrent || undefined}
      data-ready={isReady || undefined}
      aria-hidden={!isCurrent}
      style={{ backgroundImage: blur === undefined || isReady ? undefined : `url("${blur}")` }}
    >
      {kept !== undefined && (
        <img
          src={mediaUrl(media.id, { width: 1600 }, kept)}
          alt={name}
          draggable={false}
          // The load event does not imply decoding: decode in advance.
          onLoad={({ currentTarget }) =>
            void currentTarget
              .decode()
              .catch(() => undefined)
              .then(() => setReady(true))
          }
          fetchPriority={isCurrent ? 'high' : 'auto'}
        />
      )}
      {/* If the browser cannot decode the original, the picture below stays visible. */}
      {isEnlarged && kept !== undefined && (
        <img
          className={css.original}
          src={mediaUrl(media.id, 'original', kept)}
          alt=""
          draggable={false}
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      )}
    </span>
  )
}
