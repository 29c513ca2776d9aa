import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { statutMediaLabels } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { Badge } from '#src/ui/badge/Badge.tsx'
import { IconButton } from '#src/ui/button/IconButton.tsx'
import { enterModal } from '#src/ui/modal/modalStack.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { classNames } from '#src/ui/text/classNames.ts'
import { useLignes } from './galerie.queries.ts'
import { priseOf } from './galleryMoments.ts'
import { mediaName } from './mediaName.ts'
import { type Space, useDeleteMedia } from './media.queries.ts'
import { RetraitSheet } from './RetraitSheet.tsx'
import { usePreload } from './usePreload.ts'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerStage } from './ViewerStage.tsx'
import css from './Viewer.module.css'

interface Props {
  /** In the order in which one goes through them. */
  entrees: readonly EntreeGalerie[]
  openId: number
  evenementId: number
  utilisateurId: number
  space: Space
  signature: string | undefined
  onOpen: (id: number | undefined) => void
}

/** One media as large as the screen: arrows, swipe, pinch, Escape; neighbours are loaded ahead. */
export function Viewer({ entrees, openId, evenementId, utilisateurId, space, signature, onOpen }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [asking, setAsking] = useState<'suppression' | 'retrait' | null>(null)
  const remove = useDeleteMedia(evenementId, space)
  const at = entrees.findIndex(({ id }) => id === openId)
  const entree = entrees[at]
  const neighbours = [entrees[at + 1], entrees[at - 1]]
  const near = [entree, ...neighbours].flatMap((media) => media?.id ?? [])
  const lignes = useLignes({ evenementId, space }, near)
  const goTo = (next: EntreeGalerie | undefined) => next && onOpen(next.id)
  useModal(dialog)
  usePreload(neighbours, signature)
  if (entree === undefined) return null
  const mine = entree.auteur.id === utilisateurId
  const mayDecide = mine || space === 'organisateur'
  const name = mediaName({ ...entree, datePrise: priseOf(entree) }, utilisateurId)
  const ligne = lignes.get(openId)
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (asking !== null) return
    if (key === 'ArrowRight') goTo(entrees[at + 1])
    if (key === 'ArrowLeft') goTo(entrees[at - 1])
    if (key === 'Home') goTo(entrees[0])
    if (key === 'End') goTo(entrees.at(-1))
  }
  const removeThis = () => {
    const next = entrees[at + 1] ?? entrees[at - 1]
    remove.mutate(entree.id, {
      onSuccess: () => onOpen(next?.id),
      onSettled: () => setAsking(null),
    })
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(css.viewer, 'room')}
      aria-label={name}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onOpen(undefined)
      }}
      onKeyDown={onKeyDown}
    >
      <header className={classNames(css.viewerBar, 'on-photo')}>
        <IconButton name="Fermer" onClick={() => onOpen(undefined)}>
          <X />
        </IconButton>
        <p className={classNames(css.viewerPlace, 'small')} aria-live="polite">
          <span className="figure">
            {at + 1} sur {entrees.length}
          </span>
        </p>
        {mayDecide && entree.statut !== 'VALIDE' ? (
          <Badge tone={statutMediaLabels[entree.statut].tone}>{statutMediaLabels[entree.statut].label}</Badge>
        ) : (
          <span className={css.viewerBalance} />
        )}
      </header>
      <div className={css.viewerStage}>
        <ViewerStage
          key={entree.id}
          entree={entree}
          thumbhash={ligne?.thumbhash ?? null}
          signature={signature}
          alt={name}
          onStep={(by) => goTo(entrees[at + by])}
        />
        {entrees[at - 1] && (
          <IconButton
            name="Photo précédente"
            className={classNames(css.viewerStep, css.viewerStepBefore)}
            onClick={() => goTo(entrees[at - 1])}
          >
            <ChevronLeft />
          </IconButton>
        )}
        {entrees[at + 1] && (
          <IconButton
            name="Photo suivante"
            className={classNames(css.viewerStep, css.viewerStepAfter)}
            onClick={() => goTo(entrees[at + 1])}
          >
            <ChevronRight />
          </IconButton>
        )}
      </div>
      <ViewerFoot
        entree={entree}
        ligne={ligne}
        signature={signature}
        showsRaison={mayDecide}
        onDelete={mayDecide ? () => setAsking('suppression') : undefined}
        onRetrait={mine || space === 'organisateur' ? undefined : () => setAsking('retrait')}
      />
      {asking === 'suppression' && (
        <ConfirmDialog
          title="Supprimer ce média"
          question={phrases.mediaSuppressionQuestion}
          confirm="Supprimer"
          busy={remove.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={removeThis}
        />
      )}
      {asking === 'retrait' && <RetraitSheet mediaId={entree.id} onClose={() => setAsking(null)} />}
    </dialog>
  )
}

/** Opens the dialog before anything is painted: the transition from the grid ends on it. */
function useModal(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
  }, [dialog])
  useEffect(() => {
    const shown = dialog.current
    const leave = shown ? enterModal(shown) : undefined
    return () => {
      leave?.()
      shown?.close()
    }
  }, [dialog])
}
