import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { classNames } from '#src/ui/text/classNames.ts'
import { spokenTime } from '#src/ui/text/clockTime.ts'
import css from './Video.module.css'

interface Props {
  /** Address of a picture of frames side by side, at equal distances. */
  frames: string
  /** Number of frames. */
  count: number
  /** Width of a frame over its height. */
  ratio: number
  /** Null while it is not shown. */
  video: HTMLVideoElement | null
  className?: string | undefined
}

/** Parts of a whole: the steps of the slider. */
const whole = 1000

/**
 * Frames of a video as a slider: a drag, a swipe or arrow keys move through it, and a mouse that passes over it too.
 */
export function VideoStrip({ frames, count, ratio, video, className }: Props) {
  const [at, setAt] = useState(0)
  const [isMissing, setMissing] = useState(false)
  /** Asked for before the length of the video was known. */
  const wanted = useRef<number | null>(null)
  useEffect(() => {
    if (!video) return undefined
    const follow = () => {
      if (wanted.current !== null && seekTo(video, wanted.current / whole)) wanted.current = null
      setAt(video.duration > 0 ? (video.currentTime / video.duration) * whole : 0)
    }
    const events = ['timeupdate', 'seeking', 'loadedmetadata'] as const
    for (const event of events) video.addEventListener(event, follow)
    return () => events.forEach((event) => video.removeEventListener(event, follow))
  }, [video])
  const seek = (part: number) => {
    if (video && !seekTo(video, part / whole)) wanted.current = part
    setAt(part)
  }
  if (isMissing) return null
  return (
    <div
      className={classNames(css.strip, className)}
      style={{ aspectRatio: ratio * count }}
      onPointerDown={(event) => event.stopPropagation()}
      onPointerMove={(event) => {
        event.stopPropagation()
        // A video that plays is not moved by a mouse on its way.
        if (event.pointerType !== 'mouse' || event.buttons !== 0 || video?.paused !== true) return
        const { left, width } = event.currentTarget.getBoundingClientRect()
        seek(((event.clientX - left) / Math.max(1, width)) * whole)
      }}
    >
      {/* The cells show it as a background, which does not say that it is missing. */}
      <img className="visually-hidden" src={frames} alt="" onError={() => setMissing(true)} />
      <span className={css.frames} aria-hidden="true">
        {Array.from({ length: count }, (_, n) => (
          <span key={n} className={css.cell}>
            <span className={css.frame} style={frameStyle(frames, { n, ratio })} />
          </span>
        ))}
      </span>
      <input
        className={css.track}
        type="range"
        min={0}
        max={whole}
        value={at}
        aria-label="Parcourir la vidéo"
        aria-valuetext={momentWords(video)}
        onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
      />
    </div>
  )
}

/** The middle of one frame, where there is no room for all of it. */
function frameStyle(frames: string, { n, ratio }: { n: number; ratio: number }): CSSProperties {
  return {
    backgroundImage: `url("${frames}")`,
    backgroundPositionX: `calc(50cqw - ${(n + 0.5) * ratio * 100}cqh)`,
  }
}

/** Returns false while the length is not known. */
function seekTo(video: HTMLVideoElement, part: number): boolean {
  if (!(video.duration > 0)) return false
  // The very end shows nothing in some browsers.
  video.currentTime = Math.max(0, Math.min(video.duration - 0.05, part * video.duration))
  return true
}

function momentWords(video: HTMLVideoElement | null): string {
  return video && video.duration > 0 ? `${spokenTime(video.currentTime)} sur ${spokenTime(video.duration)}` : 'Début'
}
