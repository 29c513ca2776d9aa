import { Check, CircleCheck, Heart, ImageUp, X } from 'lucide-react'
import { type ComponentProps, type RefObject, useEffect, useRef, useState } from 'react'
import { type Media, raisonsRejet } from '#domain/media/media.ts'
import { Key } from '#src/ui/key/Key.tsx'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { useTopModal } from '#src/ui/modal/modalStack.ts'
import { classNames } from '#src/ui/text/classNames.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { deskName } from './deskItems.ts'
import { type DeskCommand, deskCommand } from './deskKeys.ts'
import { FreeReason, ReasonSheet } from './ReasonSheet.tsx'
import type { MediaAction } from './takeDecisions.ts'
import { decisionWords, speak } from './spokenDecision.ts'
import css from './ViewerDecide.module.css'

interface Props {
  /** Including the decisions taken on this device; undefined until its row is loaded. */
  media: Media | undefined
  onAct: (action: MediaAction, media: Media) => void
  /** Asks for confirmation, then moves the media to the bin. */
  onDelete: () => void
}

/** The organiser's decision buttons in the viewer; each shows the current statut. */
export function ViewerDecide({ media, onAct, onDelete }: Props) {
  const section = useRef<HTMLElement>(null)
  const fuseau = useFuseau()
  const [asked, setAsked] = useState<{ form: 'raisons' | 'libre'; mediaId: number } | null>(null)
  const isGone = media === undefined || media.statut === 'SUPPRIME'
  // When the media is deleted while the reasons are open, they close: they must not apply to the next media.
  const asking = asked && asked.mediaId === media?.id ? asked.form : null
  const setAsking = (form: 'raisons' | 'libre' | null) =>
    setAsked(form === null || media === undefined ? null : { form, mediaId: media.id })
  const act = (action: MediaAction) => media && onAct(action, media)
  const isValide = media?.statut === 'VALIDE'
  const isRejete = media?.statut === 'REJETE'
  const reject = (raison: string) => {
    setAsking(null)
    act({ geste: 'rejeter', raison })
  }
  const mark = media?.favori ? 'unfavori' : 'favori'
  const favorite = () => act({ geste: mark })
  const favoriteByKey = () => {
    favorite()
    if (media) speak(decisionWords(mark, [deskName(media, fuseau)]))
  }
  const validate = () => !isValide && act({ geste: 'valider' })
  const keys = { validate, favorite: favoriteByKey, armReject: () => setAsking('raisons'), delete: onDelete }
  useViewerKeys(section, isGone ? {} : keys)
  return (
    <section ref={section} className={css.viewerDecide} aria-label="Décision">
      <Decide disabled={isGone} aria-pressed={media?.favori ?? false} aria-keyshortcuts="F" onClick={favorite}>
        <Heart />
        <span>Favori</span>
        <Key>F</Key>
      </Decide>
      <Decide
        disabled={isGone || !isValide}
        title={isValide ? undefined : 'Une couverture est un média validé'}
        aria-pressed={media?.couverture ?? false}
        onClick={() => act({ geste: media?.couverture ? 'sansCouverture' : 'couverture' })}
      >
        <ImageUp />
        <span>Couverture</span>
      </Decide>
      <Decide
        look={css.decideReject}
        disabled={isGone}
        aria-pressed={isRejete}
        aria-keyshortcuts="R"
        onClick={() => setAsking('raisons')}
      >
        <X />
        <span>{isRejete ? 'Rejetée' : 'Rejeter'}</span>
        <Key>R</Key>
      </Decide>
      <Decide
        look={css.decideAccept}
        disabled={isGone}
        aria-pressed={isValide}
        aria-keyshortcuts="V"
        onClick={validate}
      >
        {isValide ? <CircleCheck /> : <Check />}
        <span>{isValide ? 'Validée' : 'Valider'}</span>
        <Key>V</Key>
      </Decide>
      {asking === 'raisons' && (
        <ReasonSheet
          onClose={() => setAsking(null)}
          onReason={(reason) => {
            const raison = raisonsRejet[reason - 1]
            if (raison === undefined) setAsking('libre')
            else reject(raison)
          }}
        />
      )}
      {asking === 'libre' && media && <FreeReason medias={[media]} onClose={() => setAsking(null)} onReason={reject} />}
    </section>
  )
}

function Decide({ look, ...rest }: ComponentProps<'button'> & { look?: string | undefined }) {
  return <button type="button" {...rest} className={classNames(css.decide, look)} />
}

/** The desk's keyboard shortcuts in the dialog around an element; ignored under another dialog and while typing. */
function useViewerKeys(
  within: RefObject<HTMLElement | null>,
  actions: Partial<Record<DeskCommand['do'], () => void>>,
): void {
  const latest = useLatest({ actions, top: useTopModal() })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { actions: offered, top } = latest.current
      if (event.defaultPrevented || top !== (within.current?.closest('dialog') ?? null)) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [popover]')) return
      const command = deskCommand(event, false)
      const action = command && offered[command.do]
      if (!action) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [latest, within])
}
