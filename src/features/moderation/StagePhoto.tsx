import { FileImage } from 'lucide-react'
import { useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
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
  const picture = usePicture(media.id, signature)
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
        {isCurrent && signature !== undefined && (
          <a href={mediaUrl(media.id, 'original', signature)} target="_blank" rel="noreferrer">
            Ouvrir l'original
          </a>
        )}
      </div>
    )
  // In place of a large picture that did not load, the thumbnail of the strip, which may be stored.
  const small = picture.hasFailed && signature !== undefined ? mediaUrl(media.id, 'thumbnail', signature) : undefined
  const placeholders = [small, blurOf(media.thumbhash)].filter((address) => address !== undefined)
  return (
    <span
      className={css.picture}
      data-current={isCurrent || undefined}
      data-ready={isReady || undefined}
      aria-hidden={!isCurrent}
      data-failed={picture.hasFailed || undefined}
      style={{ backgroundImage: isReady ? undefined : placeholders.map((address) => `url("${address}")`).join() }}
    >
      {picture.source !== undefined && (
        <img
          key={picture.attempt}
          src={picture.source}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget }) => {
            picture.onLoad()
            // The load event does not imply decoding: decode in advance.
            void currentTarget
              .decode()
              .catch(() => undefined)
              .then(() => setReady(true))
          }}
          onError={picture.onError}
          fetchPriority={isCurrent ? 'high' : 'auto'}
        />
      )}
      {/* If the browser cannot decode the original, the picture below stays visible. */}
      {isEnlarged && signature !== undefined && <Original address={mediaUrl(media.id, 'original', signature)} />}
    </span>
  )
}

function Original({ address }: { address: string }) {
  // Keeps its first URL while it is shown: a new signature would load it again.
  const [source] = useState(address)
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return <img className={css.original} src={source} alt="" draggable={false} onError={() => setBroken(true)} />
}

/**
 * The URL of the large picture. It is loaded again with the next signature, or when the network is back, until it has
 * loaded once; then it keeps its URL: a new signature every few minutes would load the same pixels again.
 */
function usePicture(mediaId: number, signature: string | undefined) {
  const [failedOn, setFailedOn] = useState<string>()
  const [retries, setRetries] = useState(0)
  const [loaded, setLoaded] = useState<{ source: string | undefined; attempt: string }>()
  const network = `${useOnline()} ${useReachable()}`
  if (failedOn !== undefined && failedOn !== network) {
    setFailedOn(undefined)
    setRetries(retries + 1)
  }
  const source = signature === undefined ? undefined : mediaUrl(mediaId, { width: 1600 }, signature)
  const wanted = { source, attempt: `${source} ${retries}` }
  const hasFailed = loaded === undefined && failedOn !== undefined
  return {
    ...(loaded ?? wanted),
    hasFailed,
    onLoad: () => setLoaded(loaded ?? wanted),
    onError: () => setFailedOn(network),
  }
}
