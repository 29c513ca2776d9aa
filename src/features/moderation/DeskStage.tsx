import { Check, CircleCheck, CircleX, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Media } from '#domain/media/media.ts'
import { Button } from '#src/ui/button/Button.tsx'
import { Key } from '#src/ui/key/Key.tsx'
import { useSwipe } from '#src/ui/swipe/useSwipe.ts'
import { count } from '#src/ui/text/quantities.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { Status } from '#src/ui/text/Status.tsx'
import toast from '#src/ui/toast/Toast.module.css'
import { type Geste, holdMs, type KeptDecision } from '#upload-queue/decisions/decision.ts'
import { StagePhoto } from './StagePhoto.tsx'
import css from './DeskStage.module.css'

interface Props {
  media: Media | undefined
  /** Its turn comes next: it is loaded and decoded already. */
  next: Media | undefined
  signature: string | undefined
  onValidate: () => void
  onReject: () => void
}

/** The photo; it follows the finger and tints past a quarter of the width. */
export function DeskPhoto({ media, next, signature, onValidate, onReject }: Props) {
  const swipe = useSwipe({ onRight: onValidate, onLeft: onReject, threshold: 0.25, enabled: media !== undefined })
  const tint = Math.abs(swipe.shift) < 60 ? undefined : swipe.shift > 0 ? 'accept' : 'reject'
  return (
    <div className={css.deskPhoto} {...swipe.handlers} data-tint={tint}>
      {[media, next].map(
        (one, at) =>
          one && (
            <div
              key={one.id}
              className={css.deskMedia}
              style={
                at === 0 && swipe.shift !== 0
                  ? { translate: `${swipe.shift}px 0`, rotate: `${swipe.shift / 60}deg` }
                  : undefined
              }
            >
              <StagePhoto media={one} signature={signature} isCurrent={at === 0} />
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

/** Everything on the stage: what is looked at, below it the row of the undo line. */
export function DeskStage({ undo, children }: { undo: ReactNode; children: ReactNode }) {
  return (
    <main className={css.deskStage} id="contenu" tabIndex={-1}>
      {children}
      <Status className={css.deskUndo}>{undo}</Status>
    </main>
  )
}

/** One is a photo or a video, several are media. */
const words: Readonly<Record<Geste, readonly [one: string, many: string]>> = {
  valider: ['validée', 'validés'],
  rejeter: ['rejetée', 'rejetés'],
  supprimer: ['supprimée', 'supprimés'],
  favori: ['mise en favori', 'mis en favori'],
  unfavori: ['retirée des favoris', 'retirés des favoris'],
  couverture: ['mise en couverture', 'mis en couverture'],
  sansCouverture: ['retirée de la couverture', 'retirés de la couverture'],
}

/** What was just decided, and the way back for ten seconds. */
export function UndoLine({ held, onUndo }: { held: readonly KeptDecision[]; onUndo: () => void }) {
  const [first] = held
  if (!first) return null
  const [one, many] = words[first.geste]
  return (
    <div className={toast.toast} data-part="toast" key={first.acte}>
      {first.geste === 'valider' ? <CircleCheck /> : <CircleX />}
      <p className={toast.toastText}>
        {held.length === 1 ? `${first.name}, ${one}` : `${count(held.length, 'média', 'médias')} ${many}`}
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
