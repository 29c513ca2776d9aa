import type { ReactNode } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import type { DecisionView } from '#src/pwa/decisions/decisionView.ts'
import { type KeptDecision, propertyOf, statutOf } from '#upload-queue/decisions/decision.ts'

/** What a gallery offers an organiser besides viewing. */
export interface GalleryDecision {
  /**
   * The decision buttons below a media in the viewer.
   * @param media including the decisions taken on this device
   * @param onDelete asks for confirmation, then moves the media to the bin
   */
  bar(media: Media | undefined, onDelete: () => void): ReactNode
  /** Moves a media to the bin. */
  remove(media: Media): void
  /** Text below the confirmation question. */
  readonly removeDetail: string
  /** Undo for the last decision. */
  readonly undo: ReactNode
}

/** The server's answer for the gallery of an event, and when it was asked for, in milliseconds since 1970. */
export interface Listed {
  readonly entrees: readonly EntreeGalerie[]
  readonly requestedAt: number
}

/**
 * Applies the decisions taken on this device, sent or not, to the server's list. Removed media are left out.
 * @param openId the media in the viewer: it stays until the viewer moves on
 */
export function decidedEntrees(
  { entrees, requestedAt }: Listed,
  view: DecisionView,
  openId?: number,
): readonly EntreeGalerie[] {
  const alive = latestOf(view.kept)
  const isUntouched = alive.statut.size === 0 && alive.favori.size === 0
  if (isUntouched && [...view.sentAt.values()].every((at) => at < requestedAt)) return entrees
  return entrees.flatMap((listed) => {
    const entree = decidedEntree(listed, { alive, view, requestedAt })
    return entree.statut === 'SUPPRIME' && entree.id !== openId ? [] : [entree]
  })
}

interface Alive {
  readonly statut: ReadonlyMap<number, KeptDecision>
  readonly favori: ReadonlyMap<number, KeptDecision>
  readonly couverture: KeptDecision | undefined
}

interface Known {
  readonly alive: Alive
  readonly view: DecisionView
  readonly requestedAt: number
}

function decidedEntree(listed: EntreeGalerie, { alive, view, requestedAt }: Known): EntreeGalerie {
  const { id } = listed
  // A list fetched after the answer already includes it and later changes.
  const answered = (view.sentAt.get(id) ?? 0) >= requestedAt ? view.sent.get(id) : undefined
  const decision = alive.statut.get(id)
  const marked = alive.favori.get(id)?.geste
  const statut = (decision && statutOf(decision)) ?? answered?.statut ?? listed.statut
  const known = answered && 'favori' in answered ? answered : listed
  const favori = marked === undefined ? known.favori : marked === 'favori'
  return statut === listed.statut && favori === listed.favori ? listed : { ...listed, statut, favori }
}

/**
 * A media with the decisions taken on this device applied.
 * @param ligne from a list
 * @returns the media with the version that the next decision must send
 */
export function decidedMedia(ligne: Media, view: DecisionView): Media {
  const answered = view.sent.get(ligne.id)
  const media = answered && 'id' in answered && answered.version >= ligne.version ? answered : ligne
  const alive = latestOf(view.kept)
  const decision = alive.statut.get(ligne.id)
  const marked = alive.favori.get(ligne.id)?.geste
  const { couverture } = alive
  return {
    ...media,
    ...(decision && { statut: statutOf(decision) ?? media.statut, raison: decision.raison, dateValidation: null }),
    ...(marked && { favori: marked === 'favori' }),
    ...(couverture?.evenementId === ligne.evenement_id && {
      couverture: couverture.geste === 'couverture' && couverture.mediaId === ligne.id,
    }),
  }
}

/** The latest decision per subject, without refused ones. */
function latestOf(kept: readonly KeptDecision[]): Alive {
  const alive = kept.filter(({ state }) => state !== 'refused')
  const of = (matter: ReturnType<typeof propertyOf>) => alive.filter((one) => propertyOf(one) === matter)
  const byMedia = (matter: 'statut' | 'favori') => new Map(of(matter).map((one) => [one.mediaId, one]))
  return { statut: byMedia('statut'), favori: byMedia('favori'), couverture: of('couverture').at(-1) }
}
