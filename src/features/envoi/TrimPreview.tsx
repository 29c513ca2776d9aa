import { Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from '#src/ui/button/Button.tsx'
import { french } from '#src/ui/text/french.ts'
import css from './Trim.module.css'

interface Props {
  file: Blob
  /** Seconds. */
  begin: number
  end: number
}

/** Seconds before the end of the part from which it counts as played: browsers round the time. */
const nearEndS = 0.1

/** The video: shows the moment of the handle that moved, and plays the part. */
export function TrimPreview({ file, begin, end }: Props) {
  const film = useRef<HTMLVideoElement>(null)
  const [isPlaying, setPlaying] = useState(false)
  const [isUnplayable, setUnplayable] = useState(false)
  const shown = useRef({ begin, end })
  const wanted = useRef<number | null>(begin)
  useEffect(() => {
    const { current } = film
    if (!current) return undefined
    const address = URL.createObjectURL(file)
    current.src = address
    return () => {
      // Releases the decoder: a phone has only a few.
      current.removeAttribute('src')
      current.load()
      URL.revokeObjectURL(address)
    }
  }, [file])
  useEffect(() => {
    const before = shown.current
    shown.current = { begin, end }
    if (begin === before.begin && end === before.end) return
    film.current?.pause()
    wanted.current = begin === before.begin ? end : begin
    seekWanted(film.current, wanted)
  }, [begin, end])
  const toggle = () => {
    const { current } = film
    if (!current) return
    if (!current.paused) return current.pause()
    if (current.currentTime < begin || current.currentTime > end - nearEndS) current.currentTime = begin
    current.play().catch((error: unknown) => {
      if (!(error instanceof Error && error.name === 'AbortError')) setUnplayable(true)
    })
  }
  return (
    <div className={css.preview}>
      {/* Guests' videos have no captions. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <video
        ref={film}
        hidden={isUnplayable}
        playsInline
        preload="auto"
        aria-label="Aperçu de la vidéo"
        onLoadedMetadata={({ currentTarget }) => {
          // A browser that can decode only the sound reports no error.
          if (currentTarget.videoWidth === 0) setUnplayable(true)
          seekWanted(film.current, wanted)
        }}
        onSeeked={() => seekWanted(film.current, wanted)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onError={() => setUnplayable(true)}
        onTimeUpdate={({ currentTarget }) => {
          if (currentTarget.paused || currentTarget.currentTime < end) return
          currentTarget.pause()
          currentTarget.currentTime = begin
        }}
      />
      {isUnplayable ? (
        <p className="meta">
          {french("Ce navigateur n'affiche pas cette vidéo : choisissez l'extrait d'après l'heure.")}
        </p>
      ) : (
        <Button onClick={toggle}>
          {isPlaying ? <Pause /> : <Play />}
          {isPlaying ? 'Pause' : "Lire l'extrait"}
        </Button>
      )}
    </div>
  )
}

/** One seek at a time: a phone may need a second for a picture of a 4K video. */
function seekWanted(film: HTMLVideoElement | null, wanted: RefObject<number | null>): void {
  if (!film || wanted.current === null || film.readyState === 0 || film.seeking) return
  film.currentTime = wanted.current
  wanted.current = null
}
