import { clamp, type View, wholeView } from '#src/ui/zoom/zoomView.ts'
import { springAfter } from './spring.ts'

/** What moves in the viewer. */
export interface Pose extends View {
  /** Pixels from the place where the current photo is in the middle. */
  readonly track: number
  /** 0 to 1: how far the photo was dragged down to close. */
  readonly drop: number
}

export const restPose: Pose = { ...wholeView, track: 0, drop: 0 }
/** Between two photos, in pixels; `.viewerSlide` has the same. */
const gap = 16
const keys = ['track', 'scale', 'x', 'y', 'drop'] as const
const precision = { track: 0.3, scale: 0.001, x: 0.3, y: 0.3, drop: 0.002 } as const
/** How small the photo is when it was dragged down all the way. */
const droppedScale = 0.72
const longestFrameMs = 64

/** Where the pose is drawn. */
export interface Drawn {
  readonly stage: HTMLElement
  readonly track: HTMLElement
  readonly ground: HTMLElement
}

/**
 * Draws the pose with transforms alone, without React, and lets it spring to another one.
 * @param onZoom told when the photo gets larger than the stage and when it is whole again
 */
export class ViewerMotion {
  pose: Pose = restPose
  /** Where the gesture in hand began. */
  base: Pose = restPose
  #isHeld = false
  #drawn: Drawn | null = null
  #velocity: Pose = zero
  #target: Pose | null = null
  #frame = 0
  #isZoomed = false
  readonly #onZoom: (isZoomed: boolean) => void

  constructor(onZoom: (isZoomed: boolean) => void) {
    this.#onZoom = onZoom
  }

  /** Tells where to draw. @returns how to stop */
  attach(drawn: Drawn): () => void {
    this.#drawn = drawn
    this.#draw()
    return () => {
      this.stop()
      this.#drawn = null
    }
  }

  /** Places it at once. */
  set(change: Partial<Pose>): void {
    this.pose = { ...this.pose, ...change }
    this.#draw()
  }

  /** Lets it spring to a pose. @param velocity per second, as the fingers let go of it */
  springTo(change: Partial<Pose>, velocity: Partial<Pose> = {}): void {
    this.#target = { ...(this.#target ?? this.pose), ...change }
    this.#velocity = { ...this.#velocity, ...velocity }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.pose = this.#target
      this.stop()
      this.#draw()
    } else if (this.#frame === 0) this.#next(performance.now())
  }

  /** A finger takes it where it is. */
  hold(): void {
    this.stop()
    this.#isHeld = true
    this.base = this.pose
  }

  letGo(): void {
    this.#isHeld = false
  }

  /** Leaves it where it is. */
  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#target = null
    this.#velocity = zero
  }

  /** Width of the stage and the gap: how far one photo is from the next. */
  stepWidth(): number {
    return (this.#drawn?.stage.clientWidth ?? 0) + gap
  }

  /**
   * The current photo is another one: the track stays where it is on the screen and goes on from there.
   * @param by photos forward; 0 when the new one was not beside it
   */
  changePhoto(by: -1 | 0 | 1): void {
    const shift = by * this.stepWidth()
    const track = by === 0 ? 0 : clamp(this.pose.track + shift, -this.stepWidth(), this.stepWidth())
    this.base = { ...restPose, track: this.base.track + shift }
    this.pose = { ...restPose, track }
    this.#draw()
    // A finger that holds the track holds on to it.
    if (this.#isHeld) return
    this.#target = null
    this.springTo(restPose)
  }

  #next(before: number): void {
    this.#frame = requestAnimationFrame((now) => {
      const target = this.#target
      if (target === null) return
      const seconds = clamp(now - before, 0, longestFrameMs) / 1000
      const [pose, velocity] = [{ ...this.pose }, { ...this.#velocity }]
      for (const key of keys) {
        const moved = springAfter({ value: pose[key], velocity: velocity[key] }, target[key], seconds)
        ;[pose[key], velocity[key]] = [moved.value, moved.velocity]
      }
      const isThere = keys.every((key) => Math.abs(pose[key] - target[key]) < precision[key])
      this.pose = isThere ? target : pose
      this.#velocity = velocity
      this.#draw()
      if (isThere) this.stop()
      else this.#next(now)
    })
  }

  #draw(): void {
    const { track, scale, x, y, drop } = this.pose
    const isZoomed = scale > 1.01
    if (isZoomed !== this.#isZoomed) this.#onZoom((this.#isZoomed = isZoomed))
    if (this.#drawn === null) return
    const { stage, track: strip, ground } = this.#drawn
    strip.style.translate = `${track}px 0`
    const shown = strip.querySelector<HTMLElement>('[data-slot="0"] > [data-zooms]')
    const whole = 1 - (1 - droppedScale) * drop
    if (shown) {
      shown.style.translate = `${x}px ${y}px`
      shown.style.scale = String(scale * whole)
    }
    ground.style.opacity = String(1 - drop)
    stage.toggleAttribute('data-dropping', drop > 0)
  }
}

const zero: Pose = { track: 0, scale: 0, x: 0, y: 0, drop: 0 }
