import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { formatDayName } from '#src/ui/text/dates.ts'

export interface Moment {
  /** The first media of it: stays the same while later ones arrive. */
  readonly firstId: number
  readonly title: string
  /** Newest first. */
  readonly entrees: readonly EntreeGalerie[]
}

/** A moment holds at least this many media, the latest one apart, so that no row stands nearly empty. */
const momentSize = 9
/** Media this far apart are of two moments all the same, if that leaves a row. Minutes. */
const pause = { minutes: 180, size: 3 }
const minuteMs = 60_000

/** When it was taken, to the minute, in milliseconds since 1970. */
export function priseOf({ minute }: Pick<EntreeGalerie, 'minute'>): number {
  return minute * minuteMs
}

/** The device's day on which it was taken: "2026-06-14". */
export function jourOf({ minute }: Pick<EntreeGalerie, 'minute'>): string {
  return wallClockAt(minute).jour
}

interface WallClock {
  readonly jour: string
  readonly heure: number
}

/** Every time zone is off by whole quarters: within one neither the hour nor the day changes. Minutes. */
const quarter = 15
/** Thousands of photos lie in a few dozen quarters. */
const wallClocks = new Map<number, WallClock>()

function wallClockAt(minute: number): WallClock {
  const at = Math.floor(minute / quarter)
  const known = wallClocks.get(at)
  if (known) return known
  const date = new Date(at * quarter * minuteMs)
  const parts = [date.getFullYear(), date.getMonth() + 1, date.getDate()]
  const jour = parts.map((part) => String(part).padStart(2, '0')).join('-')
  const clock = { jour, heure: date.getHours() }
  wallClocks.set(at, clock)
  return clock
}

/**
 * Media of one day, an hour or a few at a time: "vendredi 20 novembre, vers 21 h". Cut from the oldest on, so that
 * what arrives changes the latest moment alone.
 * @param entrees newest first
 * @param now milliseconds since 1970
 */
export function byMoment(entrees: readonly EntreeGalerie[], now: number): readonly Moment[] {
  const groups: EntreeGalerie[][] = []
  for (const entree of entrees.toReversed()) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && !isCut({ size: last.length, before, entree })) last.push(entree)
    else groups.push([entree])
  }
  return groups.toReversed().map((group) => {
    const newestFirst = group.toReversed()
    return { firstId: group[0]?.id ?? 0, title: titleOf(newestFirst, now), entrees: newestFirst }
  })
}

function isCut({ size, before, entree }: { size: number; before: EntreeGalerie; entree: EntreeGalerie }): boolean {
  if (heureOf(before) === heureOf(entree) && entree.minute - before.minute < 60) return false
  if (jourOf(before) !== jourOf(entree)) return true
  return size >= momentSize || (size >= pause.size && entree.minute - before.minute > pause.minutes)
}

function titleOf(group: readonly EntreeGalerie[], now: number): string {
  const [newest] = group
  const oldest = group.at(-1)
  if (!newest || !oldest) return ''
  const [from, to] = [heureOf(oldest), heureOf(newest)]
  const hours = from === to ? `vers ${to}\u00A0h` : `de ${from}\u00A0h à ${to}\u00A0h`
  return `${formatDayName(priseOf(newest), now)}, ${hours}`
}

function heureOf({ minute }: EntreeGalerie): number {
  return wallClockAt(minute).heure
}
