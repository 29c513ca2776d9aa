import { countsAsPending, isUnreceived } from '#upload-queue/engine/states.ts'
import type { QueueItemView } from '#upload-queue/queueView.ts'

/** What is being sent now: everything added since the queue was last empty. Sizes in bytes. */
export interface Batch {
  readonly received: number
  readonly total: number
  readonly confirmedBytes: number
  readonly bytes: number
}

/** Received items count while an item added before they were received is still pending. */
export function batchOf(items: readonly QueueItemView[]): Batch {
  const pending = items.filter((item) => isUnreceived(item.state) && countsAsPending(item))
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

export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly confirmedBytes: number
}

const windowMs = 60_000
const minMs = 3000

/** Appends a sample and drops those older than one minute; starts again with a new batch. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  const last = samples.at(-1)
  if (last && sample.confirmedBytes < last.confirmedBytes) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample]
}

/** Milliseconds until everything is received, at the speed of the last minute; null when unknown. */
export function timeLeft(samples: readonly Sample[], bytesLeft: number): number | null {
  const speed = speedOf(samples)
  return speed === null ? null : bytesLeft / speed
}

/** Bytes per millisecond over the last minute; null when unknown. */
export function speedOf(samples: readonly Sample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last || last.at - first.at < minMs) return null
  const speed = (last.confirmedBytes - first.confirmedBytes) / (last.at - first.at)
  return speed > 0 ? speed : null
}

/** "environ 40 s", "environ 4 min", "environ 2 h". */
export function aboutWords(ms: number): string {
  return `environ ${durationWords(ms)}`
}

/** "40 s", "4 min", "2 h", rounded like {@link aboutWords}. */
export function durationWords(ms: number): string {
  const seconds = Math.max(5, Math.ceil(ms / 5000) * 5)
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`
}
