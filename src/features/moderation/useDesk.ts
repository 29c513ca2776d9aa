import { useLayoutEffect, useRef, useState } from 'react'
import type { Media } from '#domain/media/media.ts'
import { useReachable } from '#src/api/reachability.ts'
import { useOnline } from '#src/pwa/serviceWorkerClient.ts'
import { useDecisions } from '#src/pwa/decisions/decisions.ts'
import { isMark } from '#upload-queue/decisions/decision.ts'
import { useFuseau } from '#src/ui/text/fuseau.ts'
import { type DeskItem, isOpen, latestHeld, useDeskItems } from './deskItems.ts'
import { type MediaAction, type Place, takeDecisions } from './takeDecisions.ts'
import { takeBack, useHeldDecisions } from './useHeldDecisions.ts'

/** A person needs about this long, in milliseconds, to see that another media is shown. */
const reactionMs = 400

/** The pending media of one event as a desk: the current media, the decisions, the next media. */
export function useDesk(pending: readonly Media[], { evenementId, utilisateurId }: Omit<Place, 'fuseau'>) {
  const decisions = useDecisions()
  const isOnline = useOnline()
  const isReachable = useReachable()
  const items = useDeskItems(pending, decisions)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [moments, setMoments] = useState<readonly number[]>([])
  const [place, setPlace] = useState<{ readonly index: number; readonly id?: number }>({ index: 0 })
  const chosen = items.find(({ media }) => media.id === chosenId)
  const open = items.filter(isOpen)
  const shown = open.find(({ media }) => media.id === place.id)
  // The current media may be decided elsewhere: then continue with the next one, not the first.
  const current = chosen ?? shown ?? items.slice(place.index).find(isOpen) ?? open[0]
  const index = current ? items.indexOf(current) : -1
  if (current && (index !== place.index || current.media.id !== place.id)) setPlace({ index, id: current.media.id })
  const replacedAt = useReplacedAt(current?.media.id, items)
  const held = latestHeld(decisions.kept, evenementId)
  const fuseau = useFuseau()
  const alive = decisions.kept.filter(({ state }) => state !== 'refused')
  const undone = (taken: readonly { mediaId: number }[]) => {
    setMoments((before) => before.slice(0, Math.max(0, before.length - taken.length)))
    setChosenId(taken[0]?.mediaId ?? null)
  }

  const act = (action: MediaAction, medias: readonly Media[]) => {
    if (medias.length === 0) return
    // Stores them on this device (pwa/decisions/decisions.ts), where a decision waits 10 s before it is sent.
    takeDecisions({ evenementId, utilisateurId, fuseau }, action, medias, () =>
      undone(medias.map(({ id: mediaId }) => ({ mediaId }))),
    )
    if (isMark(action)) return
    const now = Date.now()
    setMoments((before) => [...before, ...medias.map(() => now)])
    const ids = new Set(medias.map(({ id }) => id))
    if (current === undefined || !ids.has(current.media.id)) return
    const next = [...items.slice(index + 1), ...items.slice(0, index)].find(
      (item) => isOpen(item) && !ids.has(item.media.id),
    )
    setChosenId(next?.media.id ?? null)
  }
  const undo = () => {
    if (held.length === 0) return
    undone(held)
    takeBack(held)
  }
  useHeldDecisions(evenementId)

  return {
    items,
    current,
    /** Media to preload, nearest first. */
    upcoming: [...items.slice(index + 1), ...items.slice(0, Math.max(0, index))].filter(isOpen),
    left: open.length,
    held,
    /** When decisions of this visit were taken, milliseconds since 1970. */
    moments,
    /** Decisions that cannot be sent now. */
    waiting: alive.filter(({ cause, state }) => !isOnline || !isReachable || cause !== null || state === 'waiting_auth')
      .length,
    needsLogin: isOnline && alive.some(({ state }) => state === 'waiting_auth'),
    refused: decisions.kept.filter((kept) => kept.state === 'refused' && kept.evenementId === evenementId),
    /** Whether the media before was decided elsewhere an instant ago: a key or tap was meant for that media. */
    isJustReplaced: () => Date.now() - replacedAt.current < reactionMs,
    choose: setChosenId,
    step: (by: 1 | -1) => {
      const next = items[index + by]
      if (next) setChosenId(next.media.id)
    },
    act,
    undo,
  }
}

/** When the current media was last replaced because it was decided elsewhere, in milliseconds since 1970. */
function useReplacedAt(currentId: number | undefined, items: readonly DeskItem[]) {
  const shownId = useRef(currentId)
  const replacedAt = useRef(0)
  useLayoutEffect(() => {
    const before = shownId.current
    shownId.current = currentId
    if (before === undefined || before === currentId) return
    // Media decided on this device stay in the list.
    if (items.every(({ media }) => media.id !== before)) replacedAt.current = Date.now()
  }, [currentId, items])
  return replacedAt
}
