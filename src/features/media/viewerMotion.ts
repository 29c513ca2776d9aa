import { clamp, type View, wholeView } from '#src/ui/zoom/zoomView.ts'
import { springAfter } from './spring.ts'

/** The animated values of the viewer. */
export interface Pose extends View {
  /** Offset in pixels from the position where the current photo is centred. */
  readonly track: number
  /** 0 to 1: how far the photo is dragged down to close. */
  readonly drop: number
}

export const restPose: Pose = { ...wholeView, track: 0, drop: 0 }
/** Between two photos, in pixels; keep equal to `.viewerSlide`. */
const gap = 16
const keys = ['track', 'scale', 'x', 'y', 'drop'] as const
const precision = { track: 0.3, scale: 0.001, x: 0.3, y: 0.3, drop: 0.002 } as const
/** Scale of the photo when it is dragged down completely. */
const droppedScale = 0.72
const maxFrameMs = 64

/** The elements that the pose is applied to. */
export interface Drawn {
  readonly stage: HTMLElement
  readonly track: HTMLElement
  readonly ground: HTMLElement
}

/**
 * Applies the pose with CSS transforms, without React, and animates it with a spring.
 * @param onZoom called when the photo gets larger than the stage and when it is whole again
 */
export class ViewerMotion {
  pose: Pose = restPose
  /** The pose at the start of the current gesture. */
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

  /** Sets the elements to animate. @returns the detach function */
  attach(drawn: Drawn): () => void {
    this.#drawn = drawn
    this.#draw()
    return () => {
      this.stop()
      this.#drawn = null
    }
  }

  /** Sets the pose without animation. */
  set(change: Partial<Pose>): void {
    this.pose = { ...this.pose, ...change }
    this.#draw()
  }

  /** Animates to a pose with a spring. @param velocity per second, at the release */
  springTo(change: Partial<Pose>, velocity: Partial<Pose> = {}): void {
    this.#target = { ...(this.#target ?? this.pose), ...change }
    this.#velocity = { ...this.#velocity, ...velocity }
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
      this.pose = this.#target
      this.stop()
      this.#draw()
    } else if (this.#frame === 0) this.#next(performance.now())
  }

  /** A finger touches: stops the animation at its current pose. */
  hold(): void {
    this.stop()
    this.#isHeld = true
    this.base = this.pose
  }

  letGo(): void {
    this.#isHeld = false
  }

  /** Stops the animation at its current pose. */
  stop(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
    this.#target = null
    this.#velocity = zero
  }

  /** Width of the stage and the gap: the distance between two photos. */
  stepWidth(): number {
    return (this.#drawn?.stage.clientWidth ?? 0) + gap
  }

  /**
   * Makes another photo the current one: the track keeps its position on screen and animates from there.
   * @param by photos forward; 0 when the new one was not a neighbour
   */
  changePhoto(by: -1 | 0 | 1): void {
    const shift = by * this.stepWidth()
    const track = by === 0 ? 0 : clamp(this.pose.track + shift, -this.stepWidth(), this.stepWidth())
    this.base = { ...restPose, track: this.base.track + shift }
    this.pose = { ...restPose, track }
    this.#draw()
    // While a finger holds the track, do not animate.
    if (this.#isHeld) return
    this.#target = null
    this.springTo(restPose)
  }

  #next(before: number): void {
    this.#frame = requestAnimationFrame((now) => {
      const target = this.#target
      if (target === null) return
      const seconds = clamp(now - before, 0, maxFrameMs) / 1000
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
