import { Check, CircleCheck, CircleX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Media } from '#domain/media/media.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Key } from '#src/ui/key/Key.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import toast from '#src/ui/toast/Toast.module.css'
import { Status } from '#src/ui/text/Status.tsx'
import { holdMs, type KeptDecision } from './decisionQueue.ts'
import { mediaName } from './mediaName.ts'
import { MediaImage } from './MediaImage.tsx'
import { useSwipe } from './useSwipe.ts'
import css from './Desk.module.css'

interface Props {
  media: Media | undefined
  signature: string | undefined
  /** The latest decision that can still be undone. */
  held: KeptDecision | undefined
  onUndo: () => void
  onValidate: () => void
  onReject: () => void
  /** What stands here when nothing is left. */
  children: ReactNode
}

/** The photo; it follows the finger and tints past a quarter of the width. Below it the row of the undo line. */
export function DeskStage({ media, signature, held, onUndo, onValidate, onReject, children }: Props) {
  const swipe = useSwipe({ onRight: onValidate, onLeft: onReject, threshold: 0.25, enabled: media !== undefined })
  const tint = Math.abs(swipe.shift) < 60 ? undefined : swipe.shift > 0 ? 'accept' : 'reject'
  return (
    <main className={css.deskStage} id="contenu" tabIndex={-1}>
      <div className={css.deskPhoto} {...swipe.handlers} data-tint={tint}>
        {media ? (
          <div
            className={css.deskMedia}
            style={{ translate: `${swipe.shift}px 0`, rotate: `${swipe.shift / 60}deg` }}
            key={media.id}
          >
            <Picture media={media} signature={signature} />
          </div>
        ) : (
          children
        )}
        {tint && (
          <span className={css.deskTint} data-tint={tint} aria-hidden="true">
            {tint === 'accept' ? <Check /> : <X />}
          </span>
        )}
      </div>
      <Status className={css.deskUndo}>
        {held && (
          <div className={toast.toast} data-part="toast" key={`${held.mediaId}-${held.decidedAt}`}>
            {held.statut === 'VALIDE' ? <CircleCheck /> : <CircleX />}
            <p className={toast.toastText}>
              {held.name} {held.statut === 'VALIDE' ? 'validée' : 'rejetée'}
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
        )}
      </Status>
    </main>
  )
}

function Picture({ media, signature }: { media: Media; signature: string | undefined }) {
  const name = mediaName(media, 0)
  if (media.type !== 'VIDEO')
    return (
      <MediaImage media={media} variant={{ width: 1600 }} signature={signature} alt={name} fit="contain" lazy={false} />
    )
  return (
    // Guests' videos come without subtitles.
    // oxlint-disable-next-line jsx-a11y/media-has-caption
    <video
      controls
      playsInline
      preload="metadata"
      aria-label={name}
      src={signature === undefined ? undefined : mediaUrl(media.id, 'original', signature)}
      poster={media.apercu ? mediaUrl(media.id, 'thumbnail', signature) : undefined}
    />
  )
}
