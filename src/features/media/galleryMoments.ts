import { minuteMs } from '#domain/contract/durations.ts'
import type { EntreeGalerie } from '#domain/media/galerieIndex.ts'
import { formatDayName, wallOf } from '#src/ui/text/dates.ts'

export interface Moment {
  /** Its first media: stays the same while later ones arrive. */
  readonly firstId: number
  readonly title: string
  /** Newest first. */
  readonly entrees: readonly EntreeGalerie[]
}

/** Minimum number of media of a moment, except the latest one, so that no row is nearly empty. */
const momentSize = 9
/** A gap of this many minutes also starts a new moment, if the current one then fills at least one row. */
const pause = { minutes: 180, size: 3 }

/** When it was taken, to the minute, in milliseconds since 1970. */
export function priseOf({ minute }: Pick<EntreeGalerie, 'minute'>): number {
  return minute * minuteMs
}

/** The day on which it was taken, in a time zone: "2026-06-14". @param fuseau IANA name; the device's when absent */
export function jourOf({ minute }: Pick<EntreeGalerie, 'minute'>, fuseau?: string): string {
  return wallClockAt(minute, fuseau).jour
}

interface WallClock {
  readonly jour: string
  readonly heure: number
}

/** Time zone offsets are multiples of 15 minutes: hour and day are constant within a quarter of an hour. Minutes. */
const quarter = 15
/** Cache: thousands of photos were taken in a few dozen quarters. */
const wallClocks = new Map<string, WallClock>()

function wallClockAt(minute: number, fuseau = ''): WallClock {
  const quarters = Math.floor(minute / quarter)
  const at = `${quarters} ${fuseau}`
  const known = wallClocks.get(at)
  if (known) return known
  const { year, month, day, hours } = wallOf(quarters * quarter * minuteMs, fuseau || undefined)
  const jour = [year, month + 1, day].map((part) => String(part).padStart(2, '0')).join('-')
  const clock = { jour, heure: hours }
  wallClocks.set(at, clock)
  return clock
}

/**
 * Groups media of one day into spans of one or a few hours: "vendredi 20 novembre, vers 21 h". Groups from the oldest
 * on, so that new media change only the latest moment.
 * @param entrees newest first
 * @param now milliseconds since 1970
 * @param fuseau IANA name of the zone; the device's when absent
 */
export function byMoment(entrees: readonly EntreeGalerie[], now: number, fuseau?: string): readonly Moment[] {
  const groups: EntreeGalerie[][] = []
  for (const entree of entrees.toReversed()) {
    const last = groups.at(-1)
    const before = last?.at(-1)
    if (last && before && !isCut({ size: last.length, before, entree }, fuseau)) last.push(entree)
    else groups.push([entree])
  }
  return groups.toReversed().map((group) => {
    const newestFirst = group.toReversed()
    return { firstId: group[0]?.id ?? 0, title: titleOf(newestFirst, now, fuseau), entrees: newestFirst }
  })
}

interface Step {
  readonly size: number
  readonly before: EntreeGalerie
  readonly entree: EntreeGalerie
}

function isCut({ size, before, entree }: Step, fuseau: string | undefined): boolean {
  if (heureOf(before, fuseau) === heureOf(entree, fuseau) && entree.minute - before.minute < 60) return false
  if (jourOf(before, fuseau) !== jourOf(entree, fuseau)) return true
  return size >= momentSize || (size >= pause.size && entree.minute - before.minute > pause.minutes)
}

function titleOf(group: readonly EntreeGalerie[], now: number, fuseau: string | undefined): string {
  const [newest] = group
  const oldest = group.at(-1)
  if (!newest || !oldest) return ''
  const [from, to] = [heureOf(oldest, fuseau), heureOf(newest, fuseau)]
  const hours = from === to ? `vers ${to}\u00A0h` : `de ${from}\u00A0h à ${to}\u00A0h`
  return `${formatDayName(priseOf(newest), now, fuseau)}, ${hours}`
}

function heureOf({ minute }: EntreeGalerie, fuseau: string | undefined): number {
  return wallClockAt(minute, fuseau).heure
}
