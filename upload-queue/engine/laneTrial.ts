/**
 * Photos that a page sends in parallel at most. Of a browser's six connections to a server, the live stream has one, and
 * two stay free for the screens.
 */
export const mostLanes = 3

/** Time for which a number of lanes is measured, in each lane, in ms. */
const measuredMs = 15_000
/** Shorter chunks say more about latency than about the line, in ms. */
const leastChunkMs = 1_000
/** After a lane that brought nothing, the wait for the next trial is multiplied by this. */
const retryFactor = 8

/**
 * How many photos may be sent in parallel on a slow line, tried out in one drain. Where packets are lost, one connection
 * leaves most of the line unused and the next one adds its own speed. Where the line is full, it adds nothing, and photos
 * sent one after the other arrive sooner.
 */
export interface LaneTrial {
  /** Lanes that may be used now: those that are worthwhile, and perhaps one more that is tried. */
  readonly allowed: number
  /** Lanes that have shown to be worthwhile. */
  readonly worthwhile: number
  /** How long those are used, in each lane, before one more is tried, in ms. */
  readonly waitMs: number
  /** What chunks have taken with this number of lanes, which is the key. */
  readonly measured: ReadonlyMap<number, Measurement>
}

interface Measurement {
  readonly bytes: number
  readonly ms: number
}

/** A whole chunk: its bytes, its time, and the number of lanes in use during that time. */
export interface MeasuredChunk extends Measurement {
  readonly lanes: number
}

/** The trial at the start of a drain: one lane, nothing measured. */
export const startTrial: LaneTrial = { allowed: 1, worthwhile: 1, waitMs: measuredMs, measured: new Map() }

/**
 * The trial after a chunk. The lane that is tried stays when all together are faster by at least a third of what a lane
 * of the same speed would bring: one measurement on a line with losses varies by a quarter. Otherwise it is taken back,
 * and tried again much later.
 */
export function trialAfter(trial: LaneTrial, { lanes, bytes, ms }: MeasuredChunk): LaneTrial {
  if (ms < leastChunkMs) return trial
  const known = trial.measured.get(lanes) ?? { bytes: 0, ms: 0 }
  const measured = new Map(trial.measured).set(lanes, { bytes: known.bytes + bytes, ms: known.ms + ms })
  return trial.allowed > trial.worthwhile ? judgeTrial({ ...trial, measured }) : withNextLane({ ...trial, measured })
}

/** Speed of one connection alone in bytes per millisecond, when more than one lane is worthwhile; otherwise null. */
export function speedOfOneLane({ worthwhile, measured }: LaneTrial): number | null {
  return worthwhile === 1 ? null : lineSpeed(measured, 1)
}

/** Keeps the lane that is tried or takes it back, once it was measured for long enough. */
function judgeTrial(trial: LaneTrial): LaneTrial {
  const { allowed, worthwhile, waitMs, measured } = trial
  if (timeOf(measured, allowed) < measuredMs) return trial
  const enough = lineSpeed(measured, worthwhile) * (1 + 1 / (3 * worthwhile))
  if (lineSpeed(measured, allowed) >= enough) return withNextLane({ ...trial, worthwhile: allowed })
  // What is measured from now on decides about the next trial: the line may be another one then.
  const before = new Map([...measured].filter(([lanes]) => lanes < worthwhile))
  return { allowed: worthwhile, worthwhile, waitMs: waitMs * retryFactor, measured: before }
}

/** One more lane, once the present ones were used for long enough. */
function withNextLane(trial: LaneTrial): LaneTrial {
  const { worthwhile, waitMs, measured } = trial
  const isTime = worthwhile < mostLanes && timeOf(measured, worthwhile) >= waitMs
  return isTime ? { ...trial, allowed: worthwhile + 1 } : trial
}

/** For how long a number of lanes was measured, in each lane, in ms. */
function timeOf(measured: LaneTrial['measured'], lanes: number): number {
  return (measured.get(lanes)?.ms ?? 0) / lanes
}

/** Speed of all lanes together in bytes per millisecond. */
function lineSpeed(measured: LaneTrial['measured'], lanes: number): number {
  const sum = measured.get(lanes)
  return sum ? (lanes * sum.bytes) / sum.ms : 0
}
