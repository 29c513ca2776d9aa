import { useEffect, useMemo, useState } from 'react'
import type { Media, StatutMedia } from '#domain/media/media.ts'
import type { KeptDecision } from './decisionQueue.ts'
import { mediaName } from './mediaName.ts'
import { decisions, useKeptDecisions } from './deskDecisions.ts'

export interface DeskItem {
  readonly media: Media
  /** Its statut with what was decided here, sent or not. */
  readonly statut: StatutMedia
}

/** The pending media of one event as a desk: which one lies on it, what was decided, what comes next. */
export function useDesk(medias: readonly Media[], evenementId: number) {
  const kept = useKeptDecisions()
  const items = useItems(medias, kept)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const firstOpen = items.find(isOpen)
  const current = items.find(({ media }) => media.id === chosenId) ?? firstOpen
  const at = current ? items.indexOf(current) : -1

  const decide = (statut: 'VALIDE' | 'REJETE', raison: string | null) => {
    if (current === undefined) return
    const { media } = current
    decisions.decide({
      mediaId: media.id,
      evenementId,
      statut,
      raison,
      version: media.version,
      name: mediaName(media, 0),
    })
    const next = [...items.slice(at + 1), ...items.slice(0, at)].find(isOpen)
    setChosenId(next?.media.id ?? null)
  }
  const undo = () => {
    const undone = decisions.undo()
    if (undone) setChosenId(undone.mediaId)
  }
  // Leaving the desk ends the time for second thoughts.
  useEffect(() => () => void decisions.flush(), [])

  return {
    items,
    current,
    /** The photos to load ahead. */
    upcoming: items
      .slice(at + 1)
      .filter(isOpen)
      .slice(0, 2),
    decided: items.filter((item) => !isOpen(item)).length,
    held: kept.findLast(({ state, evenementId: of }) => state === 'held' && of === evenementId),
    waiting: kept.filter(({ state }) => state === 'waiting').length,
    choose: setChosenId,
    step: (by: 1 | -1) => {
      const next = items[at + by]
      if (next) setChosenId(next.media.id)
    },
    decide,
    undo,
  }
}

/** Media that were pending at some moment of this visit, oldest deposit first; decided ones keep their place. */
function useItems(medias: readonly Media[], kept: readonly KeptDecision[]): readonly DeskItem[] {
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const fresh = medias.filter(({ id, statut }) => statut === 'EN_ATTENTE' && !seen.has(id))
  // Learned while rendering, so that no frame shows the desk without them.
  if (fresh.length > 0) setSeen(new Set([...seen, ...fresh.map(({ id }) => id)]))
  return useMemo(() => {
    const decided = new Map(kept.map((decision) => [decision.mediaId, decision.statut]))
    return medias
      .filter(({ id }) => seen.has(id))
      .map((media) => ({ media, statut: decided.get(media.id) ?? media.statut }))
  }, [medias, kept, seen])
}

function isOpen({ statut }: DeskItem): boolean {
  return statut === 'EN_ATTENTE'
}
