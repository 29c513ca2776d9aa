import type { ReactNode } from 'react'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { Media } from '#domain/media/media.ts'
import type { DecisionView } from '#src/pwa/decisionView.ts'
import { type KeptDecision, matterOf, statutOf } from '#upload-queue/decisions/decision.ts'

/** What a gallery offers an organiser beside looking. */
export interface GalleryDecision {
  /**
   * The keys below a media that is shown large.
   * @param media as it stands with what was decided here
   * @param onDelete asks before the media goes into the bin
   */
  bar(media: Media | undefined, onDelete: () => void): ReactNode
  /** Puts a media into the bin. */
  remove(media: Media): void
  /** Stands below the question before that. */
  readonly removeDetail: string
  /** The way back from what was just decided. */
  readonly undo: ReactNode
}

/** What the server said of the gallery of an event, and when, milliseconds since 1970. */
export interface Listed {
  readonly entrees: readonly EntreeGalerie[]
  readonly answeredAt: number
}

/**
 * Lays what the organiser decided on this device, sent or not, over what the server listed. Removed media are left out.
 * @param openId the media that is shown large: it stays until it is left
 */
export function decidedEntrees(
  { entrees, answeredAt }: Listed,
  view: DecisionView,
  openId?: number,
): readonly EntreeGalerie[] {
  const alive = latestOf(view.kept)
  const isUntouched = alive.statut.size === 0 && alive.favori.size === 0
  if (isUntouched && [...view.sentAt.values()].every((at) => at < answeredAt)) return entrees
  return entrees.flatMap((listed) => {
    const entree = decidedEntree(listed, { alive, view, answeredAt })
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
  readonly answeredAt: number
}

function decidedEntree(listed: EntreeGalerie, { alive, view, answeredAt }: Known): EntreeGalerie {
  const { id } = listed
  // A list that was read after the answer knows it, and what came later.
  const answered = (view.sentAt.get(id) ?? 0) >= answeredAt ? view.sent.get(id) : undefined
  const decision = alive.statut.get(id)
  const marked = alive.favori.get(id)?.geste
  const statut =
    (decision && statutOf(decision)) ?? (answered === null ? 'SUPPRIME' : answered?.statut) ?? listed.statut
  const favori = marked === undefined ? (answered?.favori ?? listed.favori) : marked === 'favori'
  return statut === listed.statut && favori === listed.favori ? listed : { ...listed, statut, favori }
}

/**
 * A media as it stands with what was decided on this device.
 * @param ligne as a list had it
 * @returns with the version that the next decision names
 */
export function decidedMedia(ligne: Media, view: DecisionView): Media {
  const answered = view.sent.get(ligne.id)
  const media = answered && answered.version >= ligne.version ? answered : ligne
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

/** The latest of each matter that was not refused. */
function latestOf(kept: readonly KeptDecision[]): Alive {
  const alive = kept.filter(({ state }) => state !== 'refused')
  const of = (matter: ReturnType<typeof matterOf>) => alive.filter((one) => matterOf(one) === matter)
  const byMedia = (matter: 'statut' | 'favori') => new Map(of(matter).map((one) => [one.mediaId, one]))
  return { statut: byMedia('statut'), favori: byMedia('favori'), couverture: of('couverture').at(-1) }
}
