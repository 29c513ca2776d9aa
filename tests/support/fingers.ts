import type { CDPSession, Page } from '@playwright/test'

interface Point {
  readonly x: number
  readonly y: number
}

const steps = 8

/** Touch points; their events carry their own timestamps, so that a slow machine does not change the speed. */
export class Fingers {
  readonly #devtools: CDPSession
  #seconds = Date.now() / 1000

  private constructor(devtools: CDPSession) {
    this.#devtools = devtools
  }

  static async of(page: Page): Promise<Fingers> {
    return new Fingers(await page.context().newCDPSession(page))
  }

  async down(...points: Point[]): Promise<void> {
    this.#seconds = Math.max(this.#seconds, Date.now() / 1000)
    await this.#send('touchStart', points)
  }

  /** Moves all touch points along straight lines. @param ms duration by the timestamps of the events */
  async move(from: readonly Point[], to: readonly Point[], ms = 400): Promise<void> {
    for (let step = 1; step <= steps; step += 1) {
      const share = step / steps
      const points = from.map(({ x, y }, finger) => ({
        x: x + ((to[finger]?.x ?? x) - x) * share,
        y: y + ((to[finger]?.y ?? y) - y) * share,
      }))
      await this.#send('touchMove', points, ms / steps)
    }
  }

  /** @param restMs pause before the release, which resets the speed */
  async up(restMs = 0): Promise<void> {
    await this.#send('touchEnd', [], restMs)
  }

  async drag(from: Point, to: Point, { ms = 400, restMs = 0 } = {}): Promise<void> {
    await this.down(from)
    await this.move([from], [to], ms)
    await this.up(restMs)
  }

  /** Two touch points, each along its own line. */
  async dragTwo(from: readonly [Point, Point], to: readonly [Point, Point]): Promise<void> {
    await this.down(from[0])
    await this.down(...from)
    await this.move(from, to)
    await this.up(200)
  }

  async tap(at: Point): Promise<void> {
    await this.down(at)
    await this.up(20)
  }

  /** Sent at once: the page must have the second tap before it takes the first one for a single tap. */
  async doubleTap(at: Point): Promise<void> {
    await Promise.all([this.down(at), this.up(20), this.#send('touchStart', [at], 80), this.up(20)])
  }

  async #send(type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly Point[], ms = 50): Promise<void> {
    this.#seconds += ms / 1000
    const touchPoints = points.map((point, id) => ({ ...point, id }))
    await this.#devtools.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: this.#seconds })
  }
}
