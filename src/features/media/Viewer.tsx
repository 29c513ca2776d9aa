import { type KeyboardEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useDecisions } from '#src/pwa/decisions.ts'
import { downloadAddress } from '#src/pwa/saveToPhone.ts'
import { enterModal } from '#src/ui/modal/modalStack.ts'
import { afterSheetsClose } from '#src/ui/modal/sheetHistory.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { applyVideoKey } from '#src/ui/video/videoKey.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { useMinWidth } from '#src/ui/viewport/viewport.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { decidedMedia, type GalleryDecision } from './decided.ts'
import { useLignes, type Space } from './galerie.queries.ts'
import { priseOf } from './galleryMoments.ts'
import { mediaName } from './mediaName.ts'
import { useDeleteMedia } from './media.queries.ts'
import { RetraitSheet } from './RetraitSheet.tsx'
import { StatutMediaBadge } from './StatutMediaBadge.tsx'
import { useLargePicture } from './useLargePicture.ts'
import { useShareMedia } from './useShareMedia.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerFilm } from './ViewerFilm.tsx'
import { ViewerFoot } from './ViewerFoot.tsx'
import { ViewerStage, type StageHandle } from './ViewerStage.tsx'
import css from './Viewer.module.css'

interface Props {
  /** In navigation order. */
  entrees: readonly EntreeGalerie[]
  openId: number
  evenementId: number
  utilisateurId: number
  space: Space
  signature: string | undefined
  decision: GalleryDecision | undefined
  onOpen: (id: number | undefined) => void
}

interface Asked {
  readonly about: 'suppression' | 'retrait'
  readonly mediaId: number
}

/** One media in full screen, on a track with its neighbours, below bars and dialogs. */
export function Viewer({ entrees, openId, evenementId, utilisateurId, space, signature, decision, onOpen }: Props) {
  const dialog = useRef<HTMLDialogElement>(null)
  const stage = useRef<StageHandle>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isZoomed, setIsZoomed] = useState(false)
  const [isBare, setIsBare] = useState(false)
  const fuseau = useFuseau()
  const remove = useDeleteMedia(evenementId)
  const decisions = useDecisions()
  const at = useMemo(() => entrees.findIndex(({ id }) => id === openId), [entrees, openId])
  const entree = entrees[at]
  const near = [entree, entrees[at + 1], entrees[at - 1]].flatMap((media) => media?.id ?? [])
  const lignes = useLignes({ evenementId, space }, near)
  const large = useLargePicture(openId)
  const share = useShareMedia()
  const hasFilm = useMinWidth(68)
  useModal(dialog)
  // Not on its first button, which the keys of a video would press.
  useEffect(() => dialog.current?.focus(), [])
  useEffect(() => {
    // The focused element may have been removed or disabled: keep the focus in the viewer for its keys.
    if (document.activeElement === document.body) dialog.current?.focus()
  })
  if (entree === undefined) return null
  // When the media is deleted while its dialog is open, the dialog closes: it must not apply to the next media.
  const asking = asked?.mediaId === openId ? asked.about : null
  const ask = (about: Asked['about']) => setAsked({ about, mediaId: openId })
  const goTo = (next: EntreeGalerie | undefined) => next && onOpen(next.id)
  const mine = entree.auteur.id === utilisateurId
  const mayDecide = mine || decision !== undefined
  const nameOf = (media: EntreeGalerie) => mediaName({ ...media, datePrise: priseOf(media) }, utilisateurId, fuseau)
  const listed = lignes.get(openId)
  const ligne = listed && decision ? decidedMedia(listed, decisions) : listed
  const original = signature === undefined ? undefined : mediaUrl(entree.id, 'original', signature)
  const onDownload = original === undefined ? undefined : () => downloadAddress(original, ligne?.nomFichier)
  const onShare =
    share.isOffered && original !== undefined
      ? () => share.share({ id: entree.id, address: original, name: ligne?.nomFichier ?? 'photo' })
      : undefined
  const onKeyDown = (event: KeyboardEvent) => {
    setIsBare(false)
    if (asking !== null || (event.target as Element).closest('[popover], video') || isShortcut(event)) return
    const moves: Record<string, () => void> = {
      ArrowRight: () => stage.current?.pan(-panStep, 0) || goTo(entrees[at + 1]),
      ArrowLeft: () => stage.current?.pan(panStep, 0) || goTo(entrees[at - 1]),
      ArrowUp: () => stage.current?.pan(0, panStep),
      ArrowDown: () => stage.current?.pan(0, -panStep),
      Home: () => goTo(entrees[0]),
      End: () => goTo(entrees.at(-1)),
      '+': () => stage.current?.zoom(keyZoom),
      '=': () => stage.current?.zoom(keyZoom),
      '-': () => stage.current?.zoom(1 / keyZoom),
      '0': () => stage.current?.zoom(0),
    }
    const move = moves[event.key]
    const video = dialog.current?.querySelector('video')
    const isOnControl = (event.target as Element).closest('a, button') !== null
    // A player has it for full screen; the organiser's buttons show it for Favori.
    const isFavoriKey = decision !== undefined && event.key.toLowerCase() === 'f'
    if (move) move()
    else if (!video || isOnControl || isFavoriKey || !applyVideoKey(video, event, false)) return
    event.preventDefault()
  }
  const removeThis = () => {
    const next = entrees[at + 1] ?? entrees[at - 1]
    if (decision) {
      setAsked(null)
      if (ligne) decision.remove(ligne)
      afterSheetsClose(() => onOpen(next?.id))
      return
    }
    // Once it is deleted, the gallery shows the next one (useOpenMedia.ts).
    remove.mutate(entree.id, { onSettled: () => setAsked(null) })
  }
  return (
    <dialog
      ref={dialog}
      tabIndex={-1}
      className={classNames(css.viewer, 'room')}
      data-bare={isBare || undefined}
      data-zoomed={isZoomed || undefined}
      data-decides={decision !== undefined || undefined}
      aria-label={nameOf(entree)}
      onCancel={(event) => {
        if (event.target !== dialog.current) return
        event.preventDefault()
        onOpen(undefined)
      }}
      onKeyDown={onKeyDown}
    >
      <ViewerBar
        type={entree.type}
        place={at + 1}
        count={entrees.length}
        isZoomed={isZoomed}
        onClose={() => onOpen(undefined)}
        onWhole={() => stage.current?.zoom(0)}
        onDownload={onDownload}
        onShare={decision ? onShare : undefined}
        onDelete={mayDecide && (!decision || ligne) ? () => ask('suppression') : undefined}
        isDeleteAKey={decision !== undefined}
        onRetrait={mayDecide ? undefined : () => ask('retrait')}
      >
        {mayDecide && entree.statut !== 'VALIDE' && <StatutMediaBadge statut={entree.statut} />}
      </ViewerBar>
      <ViewerStage
        ref={stage}
        {...{ entrees, at, lignes, signature, nameOf }}
        triesOriginal={mayDecide}
        attempt={large.attempt}
        onMissing={large.onMissing}
        onStep={(by) => goTo(entrees[at + by])}
        onClose={() => onOpen(undefined)}
        onTap={() => setIsBare((before) => !before)}
        onZoom={setIsZoomed}
      />
      <ViewerFoot
        entree={entree}
        ligne={ligne}
        showsRaison={mayDecide}
        isOwn={mine}
        missing={large.missing}
        onRetry={large.retry}
        onDownload={onDownload}
        onShare={onShare}
        isSharing={share.isSharing}
        undo={decision?.undo}
        decide={decision?.bar(ligne, () => ask('suppression'))}
      >
        {hasFilm && <ViewerFilm {...{ entrees, at, utilisateurId, signature, onOpen }} />}
      </ViewerFoot>
      {asking === 'suppression' && (
        <ConfirmDialog
          title="Supprimer ce média"
          question={phrases.mediaSuppressionQuestion}
          {...(decision && { detail: decision.removeDetail })}
          confirm="Supprimer"
          busy={remove.isPending}
          onCancel={() => setAsked(null)}
          onConfirm={removeThis}
        />
      )}
      {asking === 'retrait' && <RetraitSheet mediaId={entree.id} type={entree.type} onClose={() => setAsked(null)} />}
    </dialog>
  )
}

const panStep = 96
const keyZoom = 1.5

function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey
}

/** Opens the dialog before the first paint: the view transition from the grid ends on it. */
function useModal(dialog: React.RefObject<HTMLDialogElement | null>): void {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
  }, [dialog])
  useEffect(() => {
    const shown = dialog.current
    const leaveModal = shown ? enterModal(shown) : undefined
    return () => {
      leaveModal?.()
      shown?.close()
    }
  }, [dialog])
}
