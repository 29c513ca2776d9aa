import { dayMs } from '#domain/contract/durations.ts'
import type { Clock } from '../clock.ts'

/** The clock of the demonstration's story, from months ago to the real present. */
export class StoryClock implements Clock {
  readonly #present: number
  #at: number

  /** @param present the real current time */
  constructor(present: Date) {
    this.#present = present.getTime()
    this.#at = this.#present
  }

  now(): Date {
    return new Date(this.#at)
  }

  /** The instant `days` days from the present, negative in the past. */
  day(days: number): Date {
    return new Date(this.#present + days * dayMs)
  }

  moveTo(instant: Date): void {
    this.#at = instant.getTime()
  }
}
