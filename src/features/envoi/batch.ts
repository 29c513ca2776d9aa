import type { QueueItemView } from '#upload-queue/queueView.ts'

/** What is being sent now: everything since the queue was empty the last time. Sizes in bytes. */
export interface Batch {
  readonly received: number
  readonly total: number
  readonly confirmedBytes: number
  readonly bytes: number
}

/** Receipts count as long as something waits that was added before they came. */
export function batchOf(items: readonly QueueItemView[]): Batch {
  const pending = items.filter(({ state }) => state !== 'done' && state !== 'cancelled' && state !== 'lost_source')
  const since = Math.min(...pending.map(({ addedAt }) => addedAt))
  const received = items.filter(({ state, deliveredAt }) => state === 'done' && (deliveredAt ?? 0) >= since)
  const all = [...received, ...pending]
  return {
    received: received.length,
    total: all.length,
    confirmedBytes:
      received.reduce((sum, { size }) => sum + size, 0) +
      pending.reduce((sum, { confirmedBytes }) => sum + confirmedBytes, 0),
    bytes: all.reduce((sum, { size }) => sum + size, 0),
  }
}

/** One moment of a sending. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly confirmedBytes: number
}

const windowMs = 60_000
const leastMs = 3000

/** Adds a moment to those of the last minute; what a new batch begins with is no progress. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last && sample.confirmedBytes < last.confirmedBytes) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample]
}

/** Milliseconds until everything is received at the pace of the last minute; null while nobody can tell. */
export function timeLeft(samples: readonly Sample[], bytesLeft: number): number | null {
  const speed = speedOf(samples)
  return speed === null ? null : bytesLeft / speed
}

/** Bytes per millisecond in the last minute; null while nobody can tell. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < leastMs) return null
  const speed = (last.confirmedBytes - first.confirmedBytes) / (last.at - first.at)
  return speed > 0 ? speed : null
}

/** "environ 40 s", "environ 4 min", "environ 2 h": nobody wants it more exact than it is. */
export function aboutWords(ms: number): string {
  return `environ ${durationWords(ms)}`
}

/** "40 s", "4 min", "2 h", as rough as {@link aboutWords}. */
export function durationWords(ms: number): string {
  const seconds = Math.max(5, Math.ceil(ms / 5000) * 5)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
