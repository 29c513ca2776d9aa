import { useSelector } from '@tanstack/react-store'
import { Check, CircleCheck, CircleX, X } from 'lucide-react'
import { type CSSProperties, type PointerEvent, type ReactNode, type RefCallback, useEffect } from 'react'
import type { Media } from '#domain/media/media.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { useFocusAfter } from '#src/ui/useFocusAfter.ts'
import { Key } from '#src/ui/key/Key.tsx'
import { useSwipe } from '#src/ui/swipe/useSwipe.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { formatNumber } from '#src/ui/text/quantities.ts'
import { SettledStatus } from '#src/ui/text/SettledStatus.tsx'
import { Status } from '#src/ui/text/Status.tsx'
import toast from '#src/ui/toast/Toast.module.css'
import { holdMs, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import type { View } from '#src/ui/zoom/zoomView.ts'
import { type DeskItem, itemName } from './deskItems.ts'
import { decisionWords, endSpoken, spoken } from './spokenDecision.ts'
import { StagePhoto } from './StagePhoto.tsx'
import type { useStageZoom } from './useStageZoom.ts'
import css from './DeskStage.module.css'

interface Props {
  media: Media | undefined
  /** Preloaded and decoded. */
  next: Media | undefined
  signature: string | undefined
  zoom: ReturnType<typeof useStageZoom>
  stageRef: RefCallback<HTMLDivElement>
  onValidate: () => void
  onReject: () => void
}

/** The photo. It follows the finger, is tinted past a quarter of the width, and zooms with two fingers. */
export function DeskPhoto({ media, next, signature, zoom, stageRef, onValidate, onReject }: Props) {
  const canSwipe = media !== undefined && !zoom.isZoomed
  const swipe = useSwipe({
    about: media?.id,
    onRight: onValidate,
    onLeft: onReject,
    threshold: 0.25,
    enabled: canSwipe,
  })
  const tint = Math.abs(swipe.shift) < 60 ? undefined : swipe.shift > 0 ? 'accept' : 'reject'
  const both = (name: keyof typeof swipe.handlers) => (event: PointerEvent<HTMLElement>) => {
    swipe.handlers[name](event)
    zoom.handlers[name](event)
  }
  return (
    <div
      ref={stageRef}
      className={css.deskPhoto}
      onPointerDown={both('onPointerDown')}
      onPointerMove={both('onPointerMove')}
      onPointerUp={both('onPointerUp')}
      onPointerCancel={both('onPointerCancel')}
      onDoubleClick={zoom.handlers.onDoubleClick}
      data-tint={tint}
      data-zoomed={zoom.isZoomed || undefined}
    >
      {[media, next].map(
        (one, index) =>
          one && (
            <div
              key={one.id}
              className={css.deskMedia}
              style={index === 0 ? placed(swipe.shift, zoom.view) : undefined}
            >
              <StagePhoto
                media={one}
                signature={signature}
                isCurrent={index === 0}
                isEnlarged={index === 0 && zoom.isZoomed}
              />
            </div>
          ),
      )}
      {tint && (
        <span className={css.deskTint} data-tint={tint} aria-hidden="true">
          {tint === 'accept' ? <Check /> : <X />}
        </span>
      )}
    </div>
  )
}

function placed(shift: number, { scale, x, y }: View): CSSProperties | undefined {
  if (shift !== 0) return { translate: `${shift}px 0`, rotate: `${shift / 60}deg` }
  return scale === 1 ? undefined : { translate: `${x}px ${y}px`, scale: String(scale) }
}

/** Announces the photo that an arrow key or a decision shows. */
export function SpokenPhoto({ items, current }: { items: readonly DeskItem[]; current: DeskItem }) {
  const fuseau = useFuseau()
  const place = `${formatNumber(items.indexOf(current) + 1)} sur ${formatNumber(items.length)}`
  return <SettledStatus>{`${itemName(current, fuseau)}, ${place}`}</SettledStatus>
}

export function DeskStage({ children }: { children: ReactNode }) {
  return (
    <main className={css.deskStage} id="contenu" tabIndex={-1}>
      {children}
    </main>
  )
}

/** The last decision, with an undo button for ten seconds; announces what `speak` is given. */
export function UndoLine({ held, onUndo }: { held: readonly KeptDecision[]; onUndo: () => void }) {
  const [first] = held
  const { words, times } = useSelector(spoken)
  useFocusAfter(first !== undefined)
  useEffect(() => endSpoken, [])
  return (
    <>
      <Status className={css.deskUndo}>
        {first && <Undo key={first.acte} first={first} held={held} onUndo={onUndo} />}
      </Status>
      <Status hidden>
        <span key={times}>{words}</span>
      </Status>
    </>
  )
}

interface UndoProps {
  first: KeptDecision
  held: readonly KeptDecision[]
  onUndo: () => void
}

function Undo({ first, held, onUndo }: UndoProps) {
  return (
    <div className={toast.toast} data-part="toast">
      {first.geste === 'valider' ? <CircleCheck /> : <CircleX />}
      <p className={toast.toastText}>
        {decisionWords(
          first.geste,
          held.map(({ name }) => name),
        )}
      </p>
      <Button look="quiet" onClick={onUndo}>
        Annuler <Key>Ctrl Z</Key>
      </Button>
      <span
        className={classNames(toast.toastTime, css.deskHold)}
        style={{ animationDuration: `${holdMs}ms` }}
        aria-hidden="true"
      />
    </div>
  )
}
