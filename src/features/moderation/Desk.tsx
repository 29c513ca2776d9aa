import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { type Media, raisonsRejet } from '#domain/media/media.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { togglePlay } from '#src/ui/video/videoKey.ts'
import { useMediaQuery } from '#src/ui/viewport/viewport.ts'
import { DeskDecide } from './DeskDecide.tsx'
import { DeskDialogs } from './DeskDialogs.tsx'
import { DeskDone } from './DeskDone.tsx'
import { DeskGrid } from './DeskGrid.tsx'
import { DeskInfo } from './DeskInfo.tsx'
import type { Vue } from './vues.ts'
import { DeskReasons } from './DeskReasons.tsx'
import { DeskSelection } from './DeskSelection.tsx'
import { DeskPhoto, DeskStage, UndoLine } from './DeskStage.tsx'
import { DeskStrip } from './DeskStrip.tsx'
import type { useDesk } from './useDesk.ts'
import { useDeskDialog } from './useDeskDialog.ts'
import { type DeskCommand, useDeskKeys } from './deskKeys.ts'
import type { MediaAction } from './takeDecisions.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useSelection } from './useSelection.ts'
import { useStageZoom } from './useStageZoom.ts'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  vue: Exclude<Vue, 'demandes'>
  desk: ReturnType<typeof useDesk>
  /** Whether the view has no media to show. */
  isEmpty: boolean
  /** Number of pending removal requests. */
  demandes: number
  /** Bar and refused decisions, rendered above every view. */
  head: ReactNode
}

/** Layouts that show the reasons beside or below the photo; keep equal to the media query in the style sheet. */
const withReasons =
  '(orientation: portrait) and (min-width: 48rem), (orientation: landscape) and (min-width: 68rem) and (min-height: 44rem)'

const none: readonly Media[] = []

/** Moderation of pending media, one at a time or twelve: decide, undo, next. */
export function Desk({ evenementId, vue, desk, isEmpty, demandes, head }: Props) {
  const navigate = useNavigate()
  const signature = useSignature(evenementId)
  const selection = useSelection(desk.items)
  const reasonsInSight = useMediaQuery(withReasons)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const dialog = useDeskDialog(desk.items)
  const [isPlain, setPlain] = useState(false)
  const [inSight, setInSight] = useState<ReadonlySet<number>>(new Set())
  const [armedId, setArmedId] = useState<number | null>(null)
  const isGrid = vue === 'grille'
  const media = desk.current?.media
  const chosen = desk.items.filter((item) => selection.ids.has(item.media.id)).map((item) => item.media)
  const targets = isGrid ? chosen : media ? [media] : none
  const targetsNow = () => (!isGrid && desk.isJustReplaced() ? none : targets)
  const armed = media !== undefined && armedId === media.id
  const zoom = useStageZoom(stage, media)
  const isFavori = targets.length > 0 && targets.every(({ favori }) => favori)
  const show = (next: Props['vue']) =>
    void navigate({ to: '.', search: next === 'photo' ? {} : { vue: next }, replace: true })

  const act = (action: MediaAction, medias: readonly Media[]) => {
    dialog.close()
    desk.act(action, medias)
  }
  const validate = () => desk.act({ geste: 'valider' }, targetsNow())
  const mark = () => desk.act({ geste: isFavori ? 'unfavori' : 'favori' }, targetsNow())
  const reject = (reason: number) => {
    const raison = raisonsRejet[reason - 1]
    const rejected = dialog.name === undefined ? targetsNow() : dialog.medias
    setArmedId(null)
    if (raison === undefined) dialog.open('otherReason', rejected)
    else act({ geste: 'rejeter', raison }, rejected)
  }
  const awaitReason = () => {
    if (targetsNow().length === 0) return
    // In layouts without the list of reasons, open it in a sheet.
    if (isGrid || isPlain || !reasonsInSight) dialog.open('reasons', targets)
    else setArmedId(media?.id ?? null)
  }
  const askDeletion = () => dialog.open('deletion', targetsNow())
  const run = (command: DeskCommand): void => {
    switch (command.do) {
      case 'undo':
        return desk.undo()
      case 'leave':
        return void navigate({ to: '/organizer/evenements/$id', params: { id: evenementId } })
      case 'disarmReject':
        return setArmedId(null)
      case 'next':
        return desk.step(1)
      case 'previous':
        return desk.step(-1)
      case 'toggleGrid':
        return show(isGrid ? 'photo' : 'grille')
      case 'togglePanels':
        return setPlain(!isPlain)
      case 'toggleZoom':
        return zoom.toggle()
      case 'togglePlay':
        return playCurrent(stage)
      case 'validate':
        return validate()
      case 'armReject':
        return awaitReason()
      case 'favorite':
        return mark()
      case 'delete':
        return askDeletion()
      case 'reject':
        return reject(command.reason)
    }
  }
  useDeskKeys({ armed, enabled: dialog.name === undefined }, run)
  usePrefetch(desk.upcoming, signature)
  return (
    <div
      className={css.desk}
      data-empty={isEmpty || undefined}
      data-vue={vue}
      data-plain={(isPlain && !isGrid && !isEmpty) || undefined}
      data-rejecting={dialog.name === 'reasons' || armed || undefined}
    >
      {head}
      {!isGrid && desk.items.length > 0 && (
        <DeskStrip items={desk.items} currentId={media?.id} signature={signature} onChoose={desk.choose} />
      )}
      <DeskStage>
        {isEmpty && <DeskDone evenementId={evenementId} decided={desk.items.length - desk.left} demandes={demandes} />}
        {!isEmpty && isGrid && (
          <DeskGrid
            items={desk.items}
            currentId={media?.id}
            signature={signature}
            selection={selection}
            onCurrent={desk.choose}
            onSight={setInSight}
            onOpen={(id) => {
              desk.choose(id)
              show('photo')
            }}
          />
        )}
        {!isEmpty && !isGrid && (
          <DeskPhoto
            media={media}
            next={desk.upcoming[0]?.media}
            signature={signature}
            zoom={zoom}
            stageRef={setStage}
            onValidate={validate}
            onReject={awaitReason}
          />
        )}
      </DeskStage>
      <UndoLine held={desk.held} onUndo={desk.undo} />
      {isGrid && !isEmpty && <DeskSelection selection={selection} items={desk.items} inSight={inSight} />}
      {!isGrid && media && (
        <>
          <DeskInfo media={media} evenementId={evenementId} />
          <DeskReasons armed={armed} onReason={reject} />
        </>
      )}
      {!isEmpty && (
        <DeskDecide
          favori={isFavori}
          {...(isGrid && { chosen: targets.length })}
          onValidate={validate}
          onReject={awaitReason}
          onFavori={mark}
          onDelete={askDeletion}
        />
      )}
      <DeskDialogs dialog={dialog} isGrid={isGrid} onReason={reject} onAct={act} />
    </div>
  )
}

function playCurrent(stage: HTMLElement | null): void {
  const video = stage?.querySelector<HTMLVideoElement>('[data-current] video')
  if (video) togglePlay(video)
}
