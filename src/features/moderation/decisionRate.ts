import { count } from '#src/ui/text/quantities.ts'

/** Older decisions do not count for the rate. Milliseconds. */
const windowMs = 120_000
/** Minimum number of decisions and duration to compute a rate. */
const minimum = { decisions: 5, ms: 5000 }

/**
 * The decision rate and the remaining time in words; null while there is too little data.
 * @param moments of decisions, milliseconds since 1970, oldest first
 * @param left pending media
 */
export function decisionRateWords(moments: readonly number[], left: number): { rate: string; rest: string } | null {
  const last = moments.at(-1)
  if (last === undefined) return null
  const recent = moments.filter((moment) => last - moment <= windowMs)
  const tookMs = last - (recent[0] ?? last)
  if (recent.length < minimum.decisions || tookMs < minimum.ms) return null
  const perMinute = Math.max(1, Math.round(((recent.length - 1) / tookMs) * 60_000))
  const minutes = Math.ceil(left / perMinute)
  return { rate: `${perMinute} par minute`, rest: left === 0 ? 'terminé' : `encore ${count(minutes, 'min', 'min')}` }
}
