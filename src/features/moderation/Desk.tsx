import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState, type ReactNode } from 'react'
import { type Media, raisonsRejet } from '#domain/media/media.ts'
import { phrases } from '#domain/texte/phrases.ts'
import { useSignature } from '#src/api/signature.queries.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { ConfirmDialog } from '#src/ui/sheet/ConfirmDialog.tsx'
import { count, formatNumber } from '#src/ui/text/quantities.ts'
import { showToast } from '#src/ui/toast/toastQueue.ts'
import { togglePlay } from '#src/ui/video/videoKey.ts'
import { useMediaQuery } from '#src/ui/viewport/viewport.ts'
import { corbeilleDetail } from './corbeilleDetail.ts'
import { DeskDecide } from './DeskDecide.tsx'
import { DeskDone } from './DeskDone.tsx'
import { DeskGrid } from './DeskGrid.tsx'
import { DeskInfo } from './DeskInfo.tsx'
import type { Vue } from './vues.ts'
import { DeskReasons } from './DeskReasons.tsx'
import { DeskSelection } from './DeskSelection.tsx'
import { DeskPhoto, DeskStage, UndoLine } from './DeskStage.tsx'
import { DeskStrip } from './DeskStrip.tsx'
import { FreeReason, ReasonSheet } from './ReasonSheet.tsx'
import type { useDesk } from './useDesk.ts'
import { useDeskKeys } from './deskKeys.ts'
import type { Act } from './takeDecisions.ts'
import { usePrefetch } from './usePrefetch.ts'
import { useSelection } from './useSelection.ts'
import { useStageZoom } from './useStageZoom.ts'
import css from './Desk.module.css'

interface Props {
  evenementId: number
  vue: Exclude<Vue, 'demandes'>
  desk: ReturnType<typeof useDesk>
  /** Number of pending removal requests. */
  demandes: number
  /** Bar and refused decisions, rendered above every view. */
  head: ReactNode
}

/** Layouts that show the reasons beside or below the photo; keep equal to the media query in the style sheet. */
const withReasons =
  '(orientation: portrait) and (min-width: 48rem), (orientation: landscape) and (min-width: 68rem) and (min-height: 44rem)'

/** The open dialog, and the media to which it applies. */
interface Asked {
  readonly form: 'raisons' | 'libre' | 'suppression'
  readonly ids: ReadonlySet<number>
}

const none: readonly Media[] = []

/** Moderation of pending media, one at a time or twelve: decide, undo, next. */
export function Desk({ evenementId, vue, desk, demandes, head }: Props) {
  const navigate = useNavigate()
  const signature = useSignature(evenementId)
  const selection = useSelection(desk.items)
  const reasonsInSight = useMediaQuery(withReasons)
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isPlain, setPlain] = useState(false)
  const [inSight, setInSight] = useState<ReadonlySet<number>>(new Set())
  const [armedId, setArmedId] = useState<number | null>(null)
  const isGrid = vue === 'grille'
  const media = desk.current?.media
  const chosen = desk.items.filter((item) => selection.ids.has(item.media.id)).map((item) => item.media)
  const targets = isGrid ? chosen : media ? [media] : none
  const targetsNow = () => (!isGrid && desk.isJustReplaced() ? none : targets)
  const armed = media !== undefined && armedId === media.id
  // A media that is decided or deleted elsewhere is removed from the open dialog. It must not apply to the next media.
  const about = asked ? desk.items.flatMap((item) => (asked.ids.has(item.media.id) ? [item.media] : [])) : none
  const open = about.length > 0 ? asked?.form : undefined
  useWithdrawn(asked !== null && open === undefined, () => {
    setAsked(null)
    showToast({ type: 'info', title: "Déjà traité : ce média n'est plus à valider." })
  })
  const zoom = useStageZoom(stage, media)
  const isFavori = targets.length > 0 && targets.every(({ favori }) => favori)
  const show = (next: Props['vue']) =>
    void navigate({ to: '.', search: next === 'photo' ? {} : { vue: next }, replace: true })

  const ask = (form: Asked['form'], medias: readonly Media[]) =>
    medias.length > 0 && setAsked({ form, ids: new Set(medias.map(({ id }) => id)) })
  const close = () => setAsked(null)
  const answer = (act: Act, medias: readonly Media[]) => {
    close()
    desk.act(act, medias)
  }
  const validate = () => desk.act({ geste: 'valider' }, targetsNow())
  const mark = () => desk.act({ geste: isFavori ? 'unfavori' : 'favori' }, targetsNow())
  const reject = (reason: number) => {
    const raison = raisonsRejet[reason - 1]
    const rejected = open === undefined ? targetsNow() : about
    setArmedId(null)
    if (raison === undefined) ask('libre', rejected)
    else answer({ geste: 'rejeter', raison }, rejected)
  }
  const awaitReason = () => {
    if (targetsNow().length === 0) return
    // In layouts without the list of reasons, open it in a sheet.
    if (isGrid || isPlain || !reasonsInSight) ask('raisons', targets)
    else setArmedId(media?.id ?? null)
  }
  const askDeletion = () => ask('suppression', targetsNow())
  useDeskKeys({ armed, enabled: open === undefined }, (command) => {
    if (command.do === 'undo') desk.undo()
    else if (command.do === 'leave') void navigate({ to: '/organizer/evenements/$id', params: { id: evenementId } })
    else if (command.do === 'disarmReject') setArmedId(null)
    else if (command.do === 'next') desk.step(1)
    else if (command.do === 'previous') desk.step(-1)
    else if (command.do === 'toggleGrid') show(isGrid ? 'photo' : 'grille')
    else if (command.do === 'togglePanels') setPlain(!isPlain)
    else if (command.do === 'toggleZoom') zoom.toggle()
    else if (command.do === 'togglePlay') playCurrent(stage)
    else if (command.do === 'validate') validate()
    else if (command.do === 'armReject') awaitReason()
    else if (command.do === 'favorite') mark()
    else if (command.do === 'delete') askDeletion()
    else if (command.do === 'reject') reject(command.reason)
  })
  usePrefetch(desk.upcoming, signature)
  const isEmpty = isGrid ? desk.items.length === 0 : media === undefined
  return (
    <div
      className={css.desk}
      data-empty={isEmpty || undefined}
      data-vue={vue}
      data-plain={(isPlain && !isGrid && !isEmpty) || undefined}
      data-rejecting={open === 'raisons' || armed || undefined}
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
      {open === 'raisons' && (
        <ReasonSheet
          {...(isGrid && { title: `Rejeter ${count(about.length, 'média', 'médias')}, parce que…` })}
          onReason={reject}
          onClose={close}
        />
      )}
      {open === 'libre' && (
        <FreeReason onClose={close} onReason={(raison) => answer({ geste: 'rejeter', raison }, about)} />
      )}
      {open === 'suppression' && (
        <ConfirmDialog
          title={about.length === 1 ? 'Supprimer ce média' : `Supprimer ${formatNumber(about.length)} médias`}
          question={phrases.mediaSuppressionQuestion}
          detail={corbeilleDetail(about.length)}
          confirm="Supprimer"
          onCancel={close}
          onConfirm={() => answer({ geste: 'supprimer' }, about)}
        />
      )}
    </div>
  )
}

/** Runs once when the open dialog has no media left. */
function useWithdrawn(isWithdrawn: boolean, onWithdrawn: () => void): void {
  const latest = useLatest(onWithdrawn)
  useEffect(() => {
    if (isWithdrawn) latest.current()
  }, [isWithdrawn, latest])
}

function playCurrent(stage: HTMLElement | null): void {
  const video = stage?.querySelector<HTMLVideoElement>('[data-current] video')
  if (video) togglePlay(video)
}
