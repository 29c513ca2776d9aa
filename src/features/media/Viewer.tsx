import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type Media, statutMediaLabels } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { enterModal } from '#src/ui/modal/modalStack.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { mediaName } from './mediaName.ts'
import { type Space, useDeleteMedia } from './media.queries.ts'
import { usePreload } from './usePreload.ts'
import { useSwipe } from './useSwipe.ts'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerStage } from './ViewerStage.tsx'
import css from './Viewer.module.css'

interface Props {
  medias: readonly Media[]
  openId: number
  evenementId: number
  utilisateurId: number
  space: Space
  signature: string | undefined
  onOpen: (id: number | undefined) => void
}

/** One media as large as the screen: arrows, swipe, Escape; neighbours are loaded ahead. */
export function Viewer({ medias, openId, evenementId, utilisateurId, space, signature, onOpen }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [deleting, setDeleting] = useState(false)
  const remove = useDeleteMedia(evenementId, space)
  const at = medias.findIndex(({ id }) => id === openId)
  const media = medias[at]
  const neighbour = (step: number) => medias[at + step]
  const go = (step: number) => {
    const next = neighbour(step)
    if (next) onOpen(next.id)
  }
  const swipe = useSwipe({ onLeft: () => go(1), onRight: () => go(-1) })
  useModal(dialog, openId)
  usePreload([neighbour(1), neighbour(-1)], signature)
  if (media === undefined) return null
  const mine = media.auteur.id === utilisateurId
  const removeThis = () => {
    const next = neighbour(1) ?? neighbour(-1)
    remove.mutate(media.id, {
      onSuccess: () => onOpen(next?.id),
      onSettled: () => setDeleting(false),
    })
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(css.viewer, 'room')}
      aria-label={mediaName(media, utilisateurId)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onOpen(undefined)
      }}
      onKeyDown={(event) => {
        if (deleting) return
        if (event.key === 'ArrowRight') go(1)
        if (event.key === 'ArrowLeft') go(-1)
      }}
    >
      <header className={classNames(css.viewerBar, 'on-photo')}>
        <IconButton name="Fermer" onClick={() => onOpen(undefined)}>
          <X />
        </IconButton>
        <p className={classNames(css.viewerPlace, 'small')} aria-live="polite">
          <span className="figure">
            {at + 1} sur {medias.length}
          </span>
        </p>
        {(mine || space === 'organisateur') && media.statut !== 'VALIDE' ? (
          <Badge tone={statutMediaLabels[media.statut].tone}>{statutMediaLabels[media.statut].label}</Badge>
        ) : (
          <span className={css.viewerBalance} />
        )}
      </header>
      <div className={css.viewerStage} {...swipe.handlers}>
        <ViewerStage
          key={media.id}
          media={media}
          signature={signature}
          alt={mediaName(media, utilisateurId)}
          shift={swipe.shift}
        />
        {neighbour(-1) && (
          <IconButton
            name="Photo précédente"
            className={classNames(css.viewerStep, css.viewerStepBefore)}
            onClick={() => go(-1)}
          >
            <ChevronLeft />
          </IconButton>
        )}
        {neighbour(1) && (
          <IconButton
            name="Photo suivante"
            className={classNames(css.viewerStep, css.viewerStepAfter)}
            onClick={() => go(1)}
          >
            <ChevronRight />
          </IconButton>
        )}
      </div>
      <ViewerFoot
        media={media}
        signature={signature}
        showsRaison={mine || space === 'organisateur'}
        onDelete={mine || space === 'organisateur' ? () => setDeleting(true) : undefined}
      />
      {deleting && (
        <ConfirmDialog
          title="Supprimer ce média"
          question={phrases.mediaSuppressionQuestion}
          confirm="Supprimer"
          busy={remove.isPending}
          onCancel={() => setDeleting(false)}
          onConfirm={removeThis}
        />
      )}
    </dialog>
  )
}

/** Opens the dialog; on leaving, the focus returns to the tile of the last media seen. */
function useModal(dialog: React.RefObject<HTMLDialogElement | null>, openId: number): void {
  const lastId = useLatest(openId)
  useEffect(() => {
    const shown = dialog.current
    const focusTile = () => document.querySelector<HTMLElement>(`[data-media="${lastId.current}"]`)?.focus()
    if (shown && !shown.open) shown.showModal()
    const leave = shown ? enterModal(shown) : undefined
    return () => {
      leave?.()
      shown?.close()
      focusTile()
    }
  }, [dialog, lastId])
}
