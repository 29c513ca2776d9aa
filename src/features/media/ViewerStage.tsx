import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import { blurOf } from '#src/ui/blur/blurOf.ts'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { useDebounced } from '#src/ui/now/useDebounced.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import type { OnMissing } from './useLargePicture.ts'
import { ViewerGestures } from './viewerGestures.ts'
import { ViewerMotion } from './viewerMotion.ts'
import { ViewerSlide } from './ViewerSlide.tsx'
import { boundsOf, panBy, zoomTo } from './viewerZoom.ts'
import css from './ViewerStage.module.css'

/** Commands for the picture shown, used by keys and bars. */
export interface StageHandle {
  /** @returns false when the picture is not enlarged or already at that edge */
  pan: (x: number, y: number) => boolean
  /** Zooms around the middle. @param by factor; 0 shows the whole picture */
  zoom: (by: number) => void
}

/** Debounce: large pictures are not fetched while navigating fast. */
const settleMs = 120

interface Props {
  ref: Ref<StageHandle>
  entrees: readonly EntreeGalerie[]
  index: number
  lignes: ReadonlyMap<number, Media>
  signature: string | undefined
  nameOf: (entree: EntreeGalerie) => string
  /** Whether the original of a video is shown while the server makes the one that plays everywhere. */
  triesOriginal: boolean
  attempt: string
  onMissing: OnMissing
  onStep: (by: 1 | -1) => void
  onClose: () => void
  onTap: () => void
  onZoom: (isZoomed: boolean) => void
}

/** The previous, current and next photo on a track that follows the fingers, over a blurred background. */
export function ViewerStage({ ref, entrees, index, lignes, signature, nameOf, attempt, onMissing, ...rest }: Props) {
  const { triesOriginal, onStep, onClose, onTap, onZoom } = rest
  const stage = useRef<HTMLDivElement>(null)
  const track = useRef<HTMLDivElement>(null)
  const ground = useRef<HTMLDivElement>(null)
  const latestZoom = useLatest(onZoom)
  const [motion] = useState(() => new ViewerMotion((isZoomed) => latestZoom.current(isZoomed)))
  const entree = entrees[index]
  const openId = entree?.id
  const ligne = openId === undefined ? undefined : lignes.get(openId)
  const [hasPrevious, hasNext] = [index > 0, index < entrees.length - 1]
  const canZoom = entree?.type !== 'VIDEO'
  const pixels = ligne?.largeur ?? null
  const options = useLatest({ hasPrevious, hasNext, canZoom, pixels, onStep, onClose, onTap })
  useImperativeHandle(ref, () => ({
    pan: (x, y) => panBy(motion, boundsOf(stage.current, pixels), { x, y }),
    zoom: (by) => {
      if (canZoom) zoomTo(motion, boundsOf(stage.current, pixels), motion.pose.scale * by, { x: 0, y: 0 })
    },
  }))
  useLayoutEffect(() => {
    if (!stage.current || !track.current || !ground.current) return undefined
    const detach = motion.attach({ stage: stage.current, track: track.current, ground: ground.current })
    const stop = new ViewerGestures(stage.current, motion, () => options.current).listen()
    return () => {
      stop()
      detach()
    }
  }, [motion, options, stage, track, ground])
  const shown = useRef({ openId, entrees })
  useLayoutEffect(() => {
    const before = shown.current
    shown.current = { openId, entrees }
    if (before.openId === openId) return
    const from = entrees.findIndex(({ id }) => id === before.openId)
    const by = from === -1 ? 0 : index - from
    motion.changePhoto(by === 1 || by === -1 ? by : 0)
  }, [motion, openId, entrees, index])
  // While navigating fast, neighbours load no large picture.
  const isSettled = useDebounced(openId, settleMs) === openId
  const blur = blurOf(ligne?.thumbhash ?? null)
  return (
    <>
      <div ref={ground} className={css.ground}>
        {blur !== undefined && <img src={blur} alt="" />}
      </div>
      <div ref={stage} className={css.stage}>
        <div ref={track} className={css.track}>
          {[-1, 0, 1].map((slot) => {
            const media = entrees[index + slot]
            return (
              media && (
                <ViewerSlide
                  key={media.id}
                  entree={media}
                  slot={slot}
                  ligne={lignes.get(media.id)}
                  alt={nameOf(media)}
                  wantsLarge={slot === 0 || isSettled}
                  {...{ triesOriginal, signature, attempt, onMissing }}
                />
              )
            )
          })}
        </div>
      </div>
      {([-1, 1] as const).map((by) => {
        const isPossible = by === 1 ? hasNext : hasPrevious
        return (
          <IconButton
            key={by}
            name={by === 1 ? 'Photo suivante' : 'Photo précédente'}
            className={classNames(css.step, by === 1 ? css.stepAfter : css.stepBefore, 'on-photo')}
            data-over="step"
            // aria-disabled instead of disabled: the button keeps the focus at the last photo.
            aria-disabled={!isPossible || undefined}
            onClick={() => isPossible && onStep(by)}
          >
            {by === 1 ? <ChevronRight /> : <ChevronLeft />}
          </IconButton>
        )
      })}
    </>
  )
}
