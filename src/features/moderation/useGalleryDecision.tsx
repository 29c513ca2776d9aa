import { useEffect } from 'react'
import type { Media } from '#domain/media/media.ts'
import { useDecisions } from '#src/pwa/decisions/decisions.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { corbeilleDetail } from './corbeilleDetail.ts'
import { latestHeld } from './deskItems.ts'
import { deskCommand } from './deskKeys.ts'
import { UndoLine } from './DeskStage.tsx'
import { type MediaAction, type Place, takeDecisions } from './takeDecisions.ts'
import { takeBack, useHeldDecisions } from './useHeldDecisions.ts'
import { ViewerDecide } from './ViewerDecide.tsx'
import css from './ViewerDecide.module.css'

/** The organiser's decisions in the gallery of their event: stored and sent like the desk's decisions. */
export function useGalleryDecision(place: Omit<Place, 'fuseau'>) {
  const fuseau = useFuseau()
  const { kept } = useDecisions()
  useHeldDecisions(place.evenementId)
  const held = latestHeld(kept, place.evenementId)
  const undo = useLatest(() => takeBack(held))
  const isHeld = held.length > 0
  useEffect(() => {
    if (!isHeld) return undefined
    const listen = (event: KeyboardEvent) => {
      // In a field, such as the reason of a rejection, the keys undo what was typed.
      if (event.target instanceof Element && event.target.closest('input, textarea, select')) return
      if (deskCommand(event, false)?.do !== 'undo') return
      event.preventDefault()
      undo.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [isHeld, undo])
  const act = (action: MediaAction, media: Media) => takeDecisions({ ...place, fuseau }, action, [media])
  return {
    bar: (media: Media | undefined, onDelete: () => void) => (
      <ViewerDecide media={media} onAct={act} onDelete={onDelete} />
    ),
    remove: (media: Media) => act({ geste: 'supprimer' }, media),
    removeDetail: corbeilleDetail(1),
    undo: (
      <div className={css.galleryUndo}>
        <UndoLine held={held} onUndo={() => takeBack(held)} />
      </div>
    ),
  }
}
