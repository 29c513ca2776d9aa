import { useEffect, useState } from 'react'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { MediaImage } from './MediaImage.tsx'
import type { OnMissing } from './useLargePicture.ts'
import css from './ViewerStage.module.css'

interface Props {
  media: Parameters<typeof MediaImage>[0]['media']
  signature: string | undefined
  alt: string
  /** False for a neighbour while navigating fast. */
  wantsLarge: boolean
  /** A changed value retries a large picture that failed to load. */
  attempt: string
  onMissing?: OnMissing | undefined
}

/** The tile's picture, which is cached, and the large one over it once it is decoded. */
export function ViewerPicture({ media, signature, alt, wantsLarge, attempt, onMissing }: Props) {
  const { id, apercu } = media
  // A loaded picture keeps its URL: a new signature every few minutes would load the same pixels again.
  const [loaded, setLoaded] = useState<{ source: string; attempt: string }>()
  const [failed, setFailed] = useState<string>()
  const [hasSmall, setHasSmall] = useState(false)
  const isWanted = wantsLarge && apercu && signature !== undefined
  const source = loaded?.source ?? (isWanted ? mediaUrl(id, { width: 1600 }, signature) : undefined)
  const missing = loaded === undefined ? failed : undefined
  useEffect(() => onMissing?.(missing, hasSmall), [onMissing, missing, hasSmall])
  return (
    <>
      <MediaImage
        {...{ media, signature, alt }}
        variant="thumbnail"
        fit="contain"
        lazy={false}
        onLoad={() => setHasSmall(true)}
      />
      {source !== undefined && missing !== attempt && (
        <img
          key={loaded?.attempt ?? attempt}
          className={css.large}
          src={source}
          alt=""
          decoding="async"
          draggable={false}
          data-loaded={loaded !== undefined || undefined}
          onLoad={({ currentTarget }) => {
            // Decode before showing it: otherwise it would replace the small one line by line.
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
