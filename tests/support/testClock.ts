import type { Clock } from '#server/clock.ts'

/** A clock that only the test advances. */
export class TestClock implements Clock {
  #at: number
  /** Total requested wait in milliseconds; no real time passes. */
  readonly pauses: number[] = []

  constructor(start = '2026-06-20T12:00:00.000Z') {
    this.#at = Date.parse(start)
  }

  now(): Date {
    return new Date(this.#at)
  }

  advance(ms: number): void {
    this.#at += ms
  }

  set(iso: string): void {
    this.#at = Date.parse(iso)
  }
}
