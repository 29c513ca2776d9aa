import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { QueueItemView, QueueState } from '#upload-queue/queueView.ts'

/** What the server said of the gallery of an event. */
export interface Grid {
  readonly evenementId: number
  readonly entrees: readonly EntreeGalerie[]
  /** When it said so, milliseconds since 1970. */
  readonly answeredAt: number
}

const minuteMs = 60_000
/** Without a copy on this phone, or on its way out: not in the gallery. */
const absent: ReadonlySet<QueueState> = new Set(['staging', 'cancelling', 'cancelled', 'lost_source'])
/** Items have no number before the server gives one. */
const numbers = new Map<string, number>()

/** The number, below zero, by which a gallery knows a photo of this phone. */
export function numberOf(itemId: string): number {
  const number = numbers.get(itemId) ?? -1 - numbers.size
  numbers.set(itemId, number)
  return number
}

/** The items of an event that its gallery may show, the one added last first. */
export function itemsIn(items: readonly QueueItemView[], evenementId: number): readonly QueueItemView[] {
  return items
    .filter((item) => item.evenementId === evenementId && !absent.has(item.state) && !item.duplicate)
    .toReversed()
}

/** Those that are not received, or were received after the server spoke last. */
export function missingIn({ entrees, answeredAt }: Grid, items: readonly QueueItemView[]): readonly QueueItemView[] {
  const known = new Set(entrees.map(({ id }) => id))
  return items.filter(
    ({ state, mediaId, deliveredAt }) =>
      state !== 'done' || (mediaId !== null && !known.has(mediaId) && (deliveredAt ?? 0) >= answeredAt),
  )
}

/** They leave by themselves: the server's list may hold the media before the answer is here, or shown. */
const underWay: ReadonlySet<QueueState> = new Set(['queued', 'sending', 'finalizing', 'waiting_net', 'backoff'])

/** Where photos stand that may arrive in the server's list before their receipt is here, as text. */
export function arrivalPlaces(items: readonly QueueItemView[]): string {
  return items
    .filter(({ state }) => underWay.has(state))
    .map(placeOf)
    .join()
}

interface Arrivals {
  readonly items: readonly QueueItemView[]
  /** Of the person whose queue it is. */
  readonly utilisateurId: number
  /** What was shown until now: nothing of it is taken away. */
  readonly shown: readonly EntreeGalerie[]
}

/**
 * The server's list without the new media that are photos which this phone is still sending: until their receipt is
 * here the tile of the photo stands for them. They are recognised by their author, minute and type.
 */
export function withoutArriving(
  entrees: readonly EntreeGalerie[],
  { items, utilisateurId, shown }: Arrivals,
): readonly EntreeGalerie[] {
  const places = new Set(arrivalPlaces(items).split(','))
  const known = new Set([...shown.map(({ id }) => id), ...items.map(({ mediaId }) => mediaId)])
  const isArriving = ({ id, auteur, minute, type }: EntreeGalerie) =>
    auteur.id === utilisateurId && !known.has(id) && places.has(`${minute} ${type}`)
  return entrees.some(isArriving) ? entrees.filter((entree) => !isArriving(entree)) : entrees
}

function placeOf({ takenAt, type }: QueueItemView): string {
  return `${Math.floor(takenAt / minuteMs)} ${typeOf(type)}`
}

function typeOf(mime: string): 'VIDEO' | 'IMAGE' {
  return mime.startsWith('video/') ? 'VIDEO' : 'IMAGE'
}

/** What stands where, as text: bytes that arrive do not change it. */
export function placesOf(items: readonly QueueItemView[]): string {
  return JSON.stringify(items.map(({ id, type, takenAt }) => [id, type, Math.floor(takenAt / minuteMs)]))
}

/** The entries of such places, newest first. @param auteur who picked them */
export function entreesAt(places: string, auteur: EntreeGalerie['auteur']): readonly EntreeGalerie[] {
  return (JSON.parse(places) as [string, string, number][])
    .map(([id, type, minute]) => ({
      id: numberOf(id),
      minute,
      ratio: null,
      auteur,
      statut: 'EN_ATTENTE' as const,
      type: typeOf(type),
      favori: false,
      apercu: false,
    }))
    .toSorted((a, b) => b.minute - a.minute)
}

/** Newest first; within one minute what is still to come stands before what is there, as it will once it is received. */
export function withQueued(
  entrees: readonly EntreeGalerie[],
  queued: readonly EntreeGalerie[],
): readonly EntreeGalerie[] {
  return queued.length === 0 ? entrees : [...queued, ...entrees].toSorted((a, b) => b.minute - a.minute)
}
