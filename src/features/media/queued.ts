import { minuteMs } from '#domain/contract/durations.ts'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import type { QueueState } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'

export interface Grid {
  readonly evenementId: number
  readonly entrees: readonly EntreeGalerie[]
  /** When the server was asked for it, milliseconds since 1970. */
  readonly requestedAt: number
}

/** Items without stored bytes, or being cancelled: not shown in the gallery. */
const absent: ReadonlySet<QueueState> = new Set(['staging', 'cancelling', 'cancelled', 'lost_source'])
/** Items have no media id before the server assigns one. */
const numbers = new Map<string, number>()

/** The negative id of a photo of this device in the gallery. */
export function numberOf(itemId: string): number {
  const number = numbers.get(itemId) ?? -1 - numbers.size
  numbers.set(itemId, number)
  return number
}

/** The items of an event that its gallery shows, the one added last first. */
export function itemsIn(items: readonly QueueItemView[], evenementId: number): readonly QueueItemView[] {
  return items
    .filter((item) => item.evenementId === evenementId && !absent.has(item.state) && !item.duplicate)
    .toReversed()
}

/** Items not received yet, or received after the list was requested. */
export function itemsNotInList(
  { entrees, requestedAt }: Grid,
  items: readonly QueueItemView[],
): readonly QueueItemView[] {
  const known = new Set(entrees.map(({ id }) => id))
  return items.filter(
    ({ state, mediaId, deliveredAt }) =>
      state !== 'done' || (mediaId !== null && !known.has(mediaId) && (deliveredAt ?? 0) >= requestedAt),
  )
}

/** States sent without the person: the server's list may contain the media before this device has its receipt. */
const underWay: ReadonlySet<QueueState> = new Set(['queued', 'sending', 'finalizing', 'waiting_net', 'backoff'])

/** Serialized positions of photos that may appear in the server's list before their receipt. */
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
  /** Entries shown so far: none of them is removed. */
  readonly shown: readonly EntreeGalerie[]
}

/**
 * The server's list without new media that match photos this device is still sending: until the receipt arrives, the
 * queued tile represents them. They are matched by author, minute and type.
 */
export function withoutItemsInFlight(
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

/** Serialized positions: unchanged while only bytes are sent. */
export function placesOf(items: readonly QueueItemView[]): string {
  return JSON.stringify(items.map(({ id, type, takenAt }) => [id, type, Math.floor(takenAt / minuteMs)]))
}

/** The entries of such positions, newest first. @param auteur who picked them */
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

/** Merges both lists, newest first. Within one minute queued photos come first, as they will after reception. */
export function withQueued(
  entrees: readonly EntreeGalerie[],
  queued: readonly EntreeGalerie[],
): readonly EntreeGalerie[] {
  return queued.length === 0 ? entrees : [...queued, ...entrees].toSorted((a, b) => b.minute - a.minute)
}
