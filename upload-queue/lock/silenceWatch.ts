import type { Lease } from '#upload-queue/store/queueDatabase.ts'

/** How often the holder of the lease says that it is alive, and how long a silence may last. */
export const leaseTimes = { beatMs: 5000, silenceMs: 30_000, confirmMs: 4000 } as const

/**
 * Tells a frozen holder from one that has the lock and has not written its lease yet. One look is never enough: between
 * the two a healthy drainer would be robbed.
 */
export class SilenceWatch {
  #seen = ''
  #since = 0

  /** Whether this lease has not moved for 30 s; asked each time that the lock was busy. */
  isSilent(lease: Lease | undefined, now: number): boolean {
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
