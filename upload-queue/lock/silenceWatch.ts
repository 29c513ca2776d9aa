import type { Lease } from '#upload-queue/store/queueDatabase.ts'

/** Interval of the lease's heartbeat, and how long it may be missing. */
export const leaseTimes = { beatMs: 5000, silenceMs: 30_000, confirmMs: 4000 } as const

/**
 * Distinguishes a frozen holder from one that has the lock but has not written its lease yet. This needs two
 * observations: with one, the lock of a healthy drainer would be stolen.
 */
export class SilenceWatch {
  #seen = ''
  #since = 0
  #heartbeatAt = -Infinity
  /** Publishes to the other pages that this holder is alive, when a full storage refuses its heartbeat. */
  readonly publishHeartbeat: () => void

  constructor(publishHeartbeat: () => void = () => undefined) {
    this.publishHeartbeat = publishHeartbeat
  }

  /** Call when the page that holds the lock has published that it is alive. @param now milliseconds since 1970 */
  recordHeartbeat(now: number): void {
    this.#heartbeatAt = now
    // An earlier observation may be of another holder, whose lease a full storage left unchanged.
    this.#seen = ''
  }

  /** Whether this lease has had no heartbeat for 30 s. Called each time that the lock is busy. */
  isSilent(lease: Lease | undefined, now: number): boolean {
    const heartbeatAgeMs = now - this.#heartbeatAt
    if (heartbeatAgeMs >= 0 && heartbeatAgeMs < leaseTimes.silenceMs) return false
    const seen = `${lease?.epoch} ${lease?.beatAt}`
    const watchedMs = now - this.#since
    if (seen !== this.#seen || watchedMs < 0) {
      this.#seen = seen
      this.#since = now
      return false
    }
    const isOldByClock = lease !== undefined && lease.beatAt > 0 && now - lease.beatAt > leaseTimes.silenceMs
    return watchedMs >= (isOldByClock ? leaseTimes.confirmMs : leaseTimes.silenceMs)
  }
}
