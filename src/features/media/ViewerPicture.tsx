import { useEffect, useState } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { MediaImage } from './MediaImage.tsx'
import css from './Viewer.module.css'

interface Props {
  media: Parameters<typeof MediaImage>[0]['media']
  signature: string | undefined
  alt: string
  /** False for a neighbour that is only rushed past. */
  wantsLarge: boolean
  /** Another word asks for a large picture that did not come once more. */
  attempt: string
  /** Called with the attempt that did not bring the large picture, and with undefined once it is there. */
  onMissing?: ((failed: string | undefined) => void) | undefined
}

/** The tile's picture, which is there at once, and the large one over it as soon as it can be drawn whole. */
export function ViewerPicture({ media, signature, alt, wantsLarge, attempt, onMissing }: Props) {
  const { id, apercu } = media
  // A picture that is there keeps its address: signatures change every few minutes, pixels do not.
  const [loaded, setLoaded] = useState<{ source: string; attempt: string }>()
  const [failed, setFailed] = useState<string>()
  const isWanted = wantsLarge && apercu && signature !== undefined
  const source = loaded?.source ?? (isWanted ? mediaUrl(id, { width: 1600 }, signature) : undefined)
  const missing = loaded === undefined ? failed : undefined
  useEffect(() => onMissing?.(missing), [onMissing, missing])
  return (
    <>
      <MediaImage media={media} variant="thumbnail" signature={signature} alt={alt} fit="contain" lazy={false} />
      {source !== undefined && missing !== attempt && (
        <img
          key={loaded?.attempt ?? attempt}
          className={css.viewerLarge}
          src={source}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded !== undefined || undefined}
          onLoad={({ currentTarget }) => {
            // Shown before it is decoded, it would replace the small one line by line.
            void currentTarget
              .decode()
              .catch(() => {})
              .then(() => setLoaded({ source, attempt }))
          }}
          onError={() => loaded === undefined && setFailed(attempt)}
        />
      )}
    </>
  )
}
