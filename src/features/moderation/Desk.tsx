import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
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
import { DeskPhoto, DeskStage, SpokenPhoto, UndoLine } from './DeskStage.tsx'
import { DeskStrip } from './DeskStrip.tsx'
import type { useDesk } from './useDesk.ts'
import { useDeskActions } from './useDeskActions.ts'
import { useDeskDialog } from './useDeskDialog.ts'
import { type DeskCommand, useDeskKeys } from './deskKeys.ts'
import { speak } from './spokenDecision.ts'
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
  const isGrid = vue === 'grille'
  const media = desk.current?.media
  const chosen = desk.items.filter((item) => selection.ids.has(item.media.id)).map((item) => item.media)
  const actions = useDeskActions({
    desk,
    dialog,
    chosen: isGrid ? chosen : null,
    reasonsInSight: reasonsInSight && !isPlain,
  })
  const zoom = useStageZoom(stage, media)
  const show = (next: Props['vue']) =>
    void navigate({ to: '.', search: next === 'photo' ? {} : { vue: next }, replace: true })

  const run = (command: DeskCommand): void => {
    switch (command.do) {
      case 'undo':
        return desk.undo()
      case 'leave':
        return void navigate({ to: '/organizer/evenements/$id', params: { id: evenementId } })
      case 'disarmReject':
        return actions.disarm()
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
        return actions.validate()
      case 'armReject':
        return actions.awaitReason()
      case 'favorite':
        // Its button says by itself that it is pressed.
        return speak(actions.mark())
      case 'delete':
        return actions.askDeletion()
      case 'reject':
        return actions.reject(command.reason)
    }
  }
  const hasPanels = !isGrid && !isEmpty
  useDeskKeys({ armed: actions.isArmed, enabled: dialog.name === undefined, hasPanels }, run)
  usePrefetch(desk.upcoming, signature)
  return (
    <div
      className={css.desk}
      data-empty={isEmpty || undefined}
      data-vue={vue}
      data-plain={(isPlain && hasPanels) || undefined}
      data-rejecting={dialog.name === 'reasons' || actions.isArmed || undefined}
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
            onValidate={actions.validate}
            onReject={actions.awaitReason}
          />
        )}
      </DeskStage>
      <UndoLine held={desk.held} onUndo={desk.undo} />
      {isGrid && !isEmpty && <DeskSelection selection={selection} items={desk.items} inSight={inSight} />}
      {!isGrid && desk.current && media && (
        <>
          <SpokenPhoto items={desk.items} current={desk.current} />
          <DeskInfo media={media} evenementId={evenementId} />
          <DeskReasons armed={actions.isArmed} onReason={actions.reject} />
        </>
      )}
      {!isEmpty && (
        <DeskDecide
          favori={actions.isFavori}
          {...(isGrid && { chosen: actions.targets.length })}
          onValidate={actions.validate}
          onReject={actions.awaitReason}
          onFavori={actions.mark}
          onDelete={actions.askDeletion}
        />
      )}
      <DeskDialogs dialog={dialog} isGrid={isGrid} onReason={actions.reject} onAct={actions.act} />
    </div>
  )
}

function playCurrent(stage: HTMLElement | null): void {
  const video = stage?.querySelector<HTMLVideoElement>('[data-current] video')
  if (video) togglePlay(video)
}
