import type { DatabaseDeps } from './database/databaseDeps.ts'

const dayMs = 86_400_000
/** A step of the clock that no ordinary pause of the service explains. */
const doubtedStepMs = 7 * dayMs
/** How long the service runs on a doubted clock before it is trusted: time for NTP or an operator to set it. */
const trustedAfterMs = dayMs
const noteEveryMs = 600_000
const cle = 'horlogeVueLe'

interface Watched extends DatabaseDeps {
  /** Called once for each doubt. */
  readonly report: (error: unknown) => void
  /** Milliseconds that pass whatever the clock shows. */
  readonly uptime?: () => number
}

/**
 * Doubts a clock that is weeks ahead of the last instant it showed: people would be archived and erased for a year that
 * did not pass. A clock that was set back ages no account, so it is trusted.
 */
export class ClockWatch {
  readonly #watched: Watched
  readonly #uptime: () => number
  /** When the doubt began, by the uptime; null without one. */
  #doubtedSince: number | null = null

  constructor(watched: Watched) {
    this.#watched = watched
    this.#uptime = watched.uptime ?? (() => performance.now())
  }

  /**
   * Asked before anything that cannot be undone is decided by the clock.
   * @returns whether the clock may be trusted now
   */
  async isTrusted(): Promise<boolean> {
    const now = this.#watched.clock.now().getTime()
    const seen = await this.#lastSeen()
    if (seen === null || now - seen < doubtedStepMs || this.#hasRunLongEnough()) {
      this.#doubtedSince = null
      if (seen === null || Math.abs(now - seen) >= noteEveryMs) await this.#note(now)
      return true
    }
    if (this.#doubtedSince === null) {
      this.#doubtedSince = this.#uptime()
      this.#watched.report(new Error(doubtSentence(seen, now)))
    }
    return false
  }

  #hasRunLongEnough(): boolean {
    return this.#doubtedSince !== null && this.#uptime() - this.#doubtedSince >= trustedAfterMs
  }

  async #lastSeen(): Promise<number | null> {
    const { database } = this.#watched
    const row = await database.selectFrom('etatService').select('valeur').where('cle', '=', cle).executeTakeFirst()
    return row ? Date.parse(row.valeur) : null
  }

  async #note(now: number): Promise<void> {
    const valeur = new Date(now).toISOString()
    await this.#watched.database
      .insertInto('etatService')
      .values({ cle, valeur })
      .onConflict((conflict) => conflict.column('cle').doUpdateSet({ valeur }))
      .execute()
  }
}

function doubtSentence(seen: number, now: number): string {
  return (
    `The clock shows ${new Date(now).toISOString()}, and showed ${new Date(seen).toISOString()} when the service last ` +
    `ran: nobody is archived or erased by it for 24 hours. Check the time of this machine.`
  )
}
