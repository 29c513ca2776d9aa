import { dayMs } from '#domain/contract/durations.ts'
import type { DatabaseDeps } from './database/databaseDeps.ts'
import { readServiceState, writeServiceState } from './database/serviceState.ts'

/** A longer step of the clock is not explained by an ordinary downtime. */
const doubtedStepMs = 7 * dayMs
/** Time until a suspicious clock is trusted, in which NTP or an operator can correct it. */
const trustedAfterMs = dayMs
const noteEveryMs = 600_000
const cle = 'horlogeVueLe'

interface ClockWatchDeps extends DatabaseDeps {
  /** Called once for each suspicious step. */
  readonly report: (error: unknown) => void
  /** A monotonic clock in milliseconds. */
  readonly uptime?: () => number
}

/**
 * Detects a clock that is far ahead of its last recorded time: accounts would be archived and erased too early. A
 * clock that was set back is trusted, because it erases nothing early.
 */
export class ClockWatch {
  readonly #deps: ClockWatchDeps
  readonly #uptime: () => number
  /** Uptime at which the step was detected; null without one. */
  #doubtedSince: number | null = null

  constructor(deps: ClockWatchDeps) {
    this.#deps = deps
    this.#uptime = deps.uptime ?? (() => performance.now())
  }

  /**
   * Call before an irreversible action that depends on the clock.
   * @returns whether the clock can be trusted now
   */
  async isTrusted(): Promise<boolean> {
    const now = this.#deps.clock.now().getTime()
    const seen = await this.#lastSeen()
    if (seen === null || now - seen < doubtedStepMs || this.#hasRunLongEnough()) {
      this.#doubtedSince = null
      if (seen === null || Math.abs(now - seen) >= noteEveryMs) await this.#note(now)
      return true
    }
    if (this.#doubtedSince === null) {
      this.#doubtedSince = this.#uptime()
      this.#deps.report(new Error(doubtSentence(seen, now)))
    }
    return false
  }

  #hasRunLongEnough(): boolean {
    return this.#doubtedSince !== null && this.#uptime() - this.#doubtedSince >= trustedAfterMs
  }

  async #lastSeen(): Promise<number | null> {
    const { database } = this.#deps
    const seen = await readServiceState(database, cle)
    return seen === null ? null : Date.parse(seen)
  }

  async #note(now: number): Promise<void> {
    await writeServiceState(this.#deps.database, cle, new Date(now).toISOString())
  }
}

function doubtSentence(seen: number, now: number): string {
  return (
    `The clock shows ${new Date(now).toISOString()}, and showed ${new Date(seen).toISOString()} when the service last ` +
    `ran: no account is archived or erased for 24 hours. Check the time of this machine.`
  )
}
