import { CloudOff, Hourglass, RotateCw, VideoOff } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { phrases } from '#domain/texte/phrases.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { french } from '#src/ui/text/french.ts'
import { Status } from '#src/ui/text/Status.tsx'
import { applyVideoKey } from './videoKey.ts'
import css from './Video.module.css'

interface Props {
  ref?: Ref<HTMLVideoElement>
  name: string
  /** Address of the file; undefined while there is none to play, or the right to read it is not known yet. */
  source: string | undefined
  poster: string | undefined
  /** The server is still making the file that plays everywhere. */
  isPreparing: boolean
  isOnline: boolean
  isMuted?: boolean
  className?: string | undefined
  /** Shown below the sentence when the video cannot be played. */
  children?: ReactNode
}

/**
 * A video with the browser's controls, or a sentence over its poster. A video that plays keeps its address: a new one
 * would begin it again. After a failure it goes on at the same moment with the newest address.
 */
export function VideoPlayer({ ref, name, source, poster, isPreparing, isOnline, isMuted, className, children }: Props) {
  const [begun, setBegun] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const moment = useRef(0)
  /** The retry button was removed while it had the focus. */
  const wantsFocus = useRef(false)
  const focusOnce = (element: HTMLElement | null) => {
    if (!wantsFocus.current || element === null) return
    wantsFocus.current = false
    if (document.activeElement === document.body) element.focus()
  }
  const shown = begun ?? source
  const attempt = `${shown ?? ''} ${isOnline}`
  const why = shown === undefined || failed === attempt ? whyNot({ source, isPreparing, isOnline }) : null
  if (why !== null)
    return (
      <Notice {...{ why, name, poster, className }}>
        {why === 'unplayable' && (
          <>
            <Button
              ref={(button) => {
                focusOnce(button)
                return () => void (wantsFocus.current ||= document.activeElement === button)
              }}
              look="quiet"
              onClick={() => setFailed(undefined)}
            >
              <RotateCw />
              {phrases.reessayer}
            </Button>
            {children}
          </>
        )}
      </Notice>
    )
  return (
    // Guests' videos have no captions.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      ref={ref}
      className={className}
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      muted={isMuted}
      src={shown}
      poster={poster}
      onPlay={() => setBegun(shown)}
      onLoadedMetadata={({ currentTarget }) => {
        // A browser that can decode only the sound reports no error.
        if (currentTarget.videoWidth === 0) setFailed(attempt)
        else focusOnce(currentTarget)
        if (moment.current === 0) return
        currentTarget.currentTime = moment.current
        moment.current = 0
        void currentTarget.play().catch(() => undefined)
      }}
      onError={({ currentTarget }) => {
        if (begun !== undefined) moment.current = currentTarget.currentTime
        setBegun(undefined)
        // A newer address is tried first: the right to read may have ended, or the film may be ready now.
        if (begun === undefined || begun === source) setFailed(attempt)
      }}
      // Before the browser's own keys, which would act a second time.
      onKeyDownCapture={(event) => {
        if (!applyVideoKey(event.currentTarget, event, true)) return
        event.preventDefault()
        event.stopPropagation()
      }}
    />
  )
}

type Why = 'loading' | 'preparing' | 'offline' | 'unplayable'

function whyNot({ source, isPreparing, isOnline }: Pick<Props, 'source' | 'isPreparing' | 'isOnline'>): Why {
  if (!isOnline) return 'offline'
  if (isPreparing) return 'preparing'
  return source === undefined ? 'loading' : 'unplayable'
}

const sentences = {
  preparing: ['Préparation de la vidéo', 'Vous pourrez la regarder dès que le serveur aura fini.'],
  offline: ['Sans réseau, cette vidéo ne peut pas être lue', 'Vous pourrez la regarder au retour du réseau.'],
  unplayable: ['Cette vidéo ne peut pas être lue ici', "Le fichier d'origine est conservé."],
} as const
const marks = { preparing: <Hourglass />, offline: <CloudOff />, unplayable: <VideoOff /> } as const

interface NoticeProps extends Pick<Props, 'name' | 'poster' | 'className' | 'children'> {
  why: Why
}

function Notice({ why, name, poster, className, children }: NoticeProps) {
  return (
    <figure className={classNames(css.notice, className)}>
      <figcaption className="visually-hidden">{name}</figcaption>
      {poster !== undefined && <img className={css.poster} src={poster} alt="" draggable={false} />}
      <Status className={why === 'loading' ? undefined : css.words}>
        {why !== 'loading' && (
          <>
            {marks[why]}
            <p>
              <b>{french(sentences[why][0])}</b>
            </p>
            <p>{french(sentences[why][1])}</p>
            {children}
          </>
        )}
      </Status>
    </figure>
  )
}
