import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { mediaUrl } from '#src/api/mediaUrl.ts'
import { useDecisions } from '#src/pwa/decisions/decisions.ts'
import { downloadAddress } from '#src/api/download.ts'
import { afterSheetsClose } from '#src/ui/modal/sheetHistory.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { useMinWidth } from '#src/ui/viewport/viewport.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { decidedMedia, type GalleryDecision } from './decided.ts'
import { useLignes, type Space } from './galerie.queries.ts'
import { priseOf } from './galleryMoments.ts'
import { mediaName } from './mediaName.ts'
import { useDeleteMedia } from './media.queries.ts'
import { StatutMediaBadge } from './StatutMediaBadge.tsx'
import { useLargePicture } from './useLargePicture.ts'
import { useShareMedia } from './useShareMedia.ts'
import { useViewerModal } from './useViewerModal.ts'
import { ViewerBar } from './ViewerBar.tsx'
import { ViewerDialogs, type ViewerQuestion } from './ViewerDialogs.tsx'
import { ViewerFilm } from './ViewerFilm.tsx'
import { ViewerFoot } from './ViewerFoot.tsx'
import { applyViewerKey } from './viewerKeys.ts'
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
  readonly question: ViewerQuestion
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
  const index = useMemo(() => entrees.findIndex(({ id }) => id === openId), [entrees, openId])
  const entree = entrees[index]
  const near = [entree, entrees[index + 1], entrees[index - 1]].flatMap((media) => media?.id ?? [])
  const lignes = useLignes({ evenementId, space }, near)
  const large = useLargePicture(openId)
  const share = useShareMedia()
  const hasFilm = useMinWidth(68)
  useViewerModal(dialog)
  if (entree === undefined) return null
  // When the media is deleted while its dialog is open, the dialog closes: it must not apply to the next media.
  const question = asked?.mediaId === openId ? asked.question : null
  const ask = (next: ViewerQuestion) => setAsked({ question: next, mediaId: openId })
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
    // A sheet above the viewer uses the keys itself, such as the digits and arrows in a field.
    if ((event.target as Element).closest('dialog') !== dialog.current) return
    setIsBare(false)
    applyViewerKey(event, {
      stage: stage.current,
      video: dialog.current?.querySelector('video') ?? null,
      isFavoriKey: decision !== undefined,
      goTo: (place) =>
        goTo(
          { first: entrees[0], previous: entrees[index - 1], next: entrees[index + 1], last: entrees.at(-1) }[place],
        ),
    })
  }
  const removeThis = () => {
    const next = entrees[index + 1] ?? entrees[index - 1]
    if (decision) {
      setAsked(null)
      if (ligne) decision.remove(ligne)
      afterSheetsClose(() => onOpen(next?.id))
      return
    }
    // Once it is deleted, the gallery shows the next one (useOpenMedia.ts).
    remove.mutate(entree.id, { onSettled: () => setAsked((now) => (now === asked ? null : now)) })
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
        place={index + 1}
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
        {...{ entrees, index, lignes, signature, nameOf }}
        triesOriginal={mayDecide}
        attempt={large.attempt}
        onMissing={large.onMissing}
        onStep={(by) => goTo(entrees[index + by])}
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
        {hasFilm && <ViewerFilm {...{ entrees, index, utilisateurId, signature, onOpen }} />}
      </ViewerFoot>
      <ViewerDialogs
        question={question}
        entree={entree}
        removeDetail={decision?.removeDetail}
        isRemoving={remove.isPending}
        onRemove={removeThis}
        onClose={() => setAsked(null)}
      />
    </dialog>
  )
}
