import { useMemo, useState } from 'react'
import type { Media, StatutMedia } from '#domain/media/media.ts'
import { ofName } from '#domain/texte/ofName.ts'
import { statutMediaWords, typeMediaLabels } from '#domain/media/media.ts'
import { nomComplet } from '#domain/utilisateur/nomComplet.ts'
import type { DecisionView } from '#src/pwa/decisions/decisionView.ts'
import { formatTime } from '#src/ui/text/dates.ts'
import { isMark, type KeptDecision, propertyOf, statutOf } from '#upload-queue/decisions/decision.ts'

export interface DeskItem {
  /** With the favourite mark set on this device, sent or not. */
  readonly media: Media
  /** Its statut including decisions of this device, sent or not. */
  readonly statut: StatutMedia
}

/** Media that were pending at any time of this visit, oldest first; those decided on this device keep their place. */
export function useDeskItems(pending: readonly Media[], decisions: DecisionView): readonly DeskItem[] {
  const [seen, setSeen] = useState<ReadonlyMap<number, Media>>(new Map())
  const fresh = pending.filter((media) => seen.get(media.id) !== media)
  // Set during render, so that no frame shows the desk without them.
  if (fresh.length > 0) setSeen(new Map([...seen, ...fresh.map((media) => [media.id, media] as const)]))
  return useMemo(() => deskItems(seen, pending, decisions), [seen, pending, decisions])
}

/** Applies the decisions of this device to the list; media decided elsewhere are removed. */
export function deskItems(
  seen: ReadonlyMap<number, Media>,
  pending: readonly Media[],
  { kept, sent }: Pick<DecisionView, 'kept' | 'sent'>,
): readonly DeskItem[] {
  const waits = new Set(pending.map(({ id }) => id))
  const alive = kept.filter(({ state }) => state !== 'refused')
  const decided = new Map(alive.filter((one) => !isMark(one)).map((one) => [one.mediaId, one]))
  const marked = new Map(
    alive.filter((one) => propertyOf(one) === 'favori').map((one) => [one.mediaId, one.geste === 'favori']),
  )
  return [...seen.values()].flatMap((listed) => {
    const answered = sent.get(listed.id)
    // A removed media that is listed with a later version was restored elsewhere.
    const known = answered && answered.version >= listed.version ? answered : listed
    const media = 'id' in known ? known : listed
    const decision = decided.get(listed.id)
    const statut = (decision && statutOf(decision)) ?? known.statut
    if (statut === 'EN_ATTENTE' && !waits.has(listed.id)) return []
    const favori = marked.get(listed.id) ?? media.favori
    return [{ media: favori === media.favori ? media : { ...media, favori }, statut }]
  })
}

/** "Photo de Zoé Lambert, 21:08". */
export function deskName(
  { type, auteur, datePrise }: Pick<Media, 'type' | 'auteur' | 'datePrise'>,
  fuseau: string | undefined,
): string {
  return `${typeMediaLabels[type]} ${ofName(nomComplet(auteur))}, ${formatTime(datePrise, fuseau)}`
}

/** The name of a media of the desk, with the statut of a decided one. */
export function itemName(item: DeskItem, fuseau: string | undefined): string {
  const name = deskName(item.media, fuseau)
  return isOpen(item) ? name : `${name}, ${statutMediaWords[item.statut]}`
}

/** Whether it has no decision yet. */
export function isOpen({ statut }: DeskItem): boolean {
  return statut === 'EN_ATTENTE'
}

/** The latest act of this event that can still be undone: all its decisions; empty when there is none. */
export function latestHeld(kept: readonly KeptDecision[], evenementId: number): readonly KeptDecision[] {
  const held = kept.filter(
    (one) =>
      one.evenementId === evenementId && one.state === 'kept' && !one.isTried && one.heldUntil > 0 && !isMark(one),
  )
  const acte = held.at(-1)?.acte
  return held.filter((one) => one.acte === acte)
}
