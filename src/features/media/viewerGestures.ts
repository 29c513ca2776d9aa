import { clamp, clampView, distanceOf, type Point, wholeView, zoomAround } from '#src/ui/zoom/zoomView.ts'
import { closesOnRelease, rubberBand, resistedScale, stepOnRelease } from './viewerGeometry.ts'
import type { ViewerMotion } from './viewerMotion.ts'
import {
  relativeToCentre,
  isControl,
  isDoubleTap,
  middleOf,
  origin,
  tapMs,
  type TimedPoint,
  timedPoint,
  velocityOf,
} from './viewerPointers.ts'
import { type Bounds, boundsOf, isZoomed, panBy, settle, toggleZoom, zoomBy } from './viewerZoom.ts'

/** What gestures are allowed, and their callbacks. */
export interface GestureOptions {
  readonly hasPrevious: boolean
  readonly hasNext: boolean
  /** False for a video: it can be swiped but not enlarged. */
  readonly canZoom: boolean
  /** Width of the original; null while unknown. */
  readonly pixels: number | null
  readonly onStep: (by: 1 | -1) => void
  readonly onClose: () => void
  readonly onTap: () => void
}

/** Safari's GestureEvent, sent for a trackpad pinch on macOS, and on touch screens besides pointer events. */
interface GestureEvent extends Event {
  readonly clientX: number
  readonly clientY: number
  /** Since the start of the gesture. */
  readonly scale: number
}

type Mode = 'wait' | 'track' | 'pan' | 'drop' | 'pinch' | 'ignore'

/** Smaller finger movements are ignored; pixels. */
const slop = 10
const never: TimedPoint = { ...origin, at: Number.NEGATIVE_INFINITY }

/** Handles fingers, mouse and wheel on the stage: one finger moves; two fingers zoom and never change the photo. */
export class ViewerGestures {
  readonly #stage: HTMLElement
  readonly #motion: ViewerMotion
  readonly #options: () => GestureOptions
  #fingers = new Map<number, Point>()
  #mode: Mode = 'ignore'
  /** Position and time when the current mode began. */
  #start: TimedPoint = never
  #path: TimedPoint[] = []
  #pinch = { middle: origin, apart: 1 }
  #lastTap = never
  /** Start of a gesture event, relative to the middle of the stage. */
  #gestureStart: Point | null = null
  #tapTimer: ReturnType<typeof setTimeout> | undefined

  constructor(stage: HTMLElement, motion: ViewerMotion, options: () => GestureOptions) {
    this.#stage = stage
    this.#motion = motion
    this.#options = options
  }

  /** Adds the listeners. @returns a function that removes them */
  listen(): () => void {
    const stop = new AbortController()
    const { signal } = stop
    this.#stage.addEventListener('pointerdown', (event) => this.#onDown(event), { signal })
    this.#stage.addEventListener('pointermove', (event) => this.#onMove(event), { signal })
    this.#stage.addEventListener('pointerup', (event) => this.#onEnd(event, true), { signal })
    this.#stage.addEventListener('pointercancel', (event) => this.#onEnd(event, false), { signal })
    // Not passive: preventDefault stops the browser from zooming the page.
    this.#stage.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false })
    for (const name of ['gesturestart', 'gesturechange', 'gestureend'])
      this.#stage.addEventListener(name, (event) => this.#onGesture(event as GestureEvent), { signal, passive: false })
    return () => {
      clearTimeout(this.#tapTimer)
      stop.abort()
    }
  }

  #bounds(): Bounds {
    return boundsOf(this.#stage, this.#options().pixels)
  }

  #begin(mode: Mode, start: TimedPoint): void {
    this.#motion.hold()
    this.#mode = mode
    this.#start = start
  }

  #onDown(event: PointerEvent): void {
    if (event.button !== 0 || isControl(event) || this.#fingers.size === 2) return
    const at = timedPoint(event)
    this.#fingers.set(event.pointerId, at)
    if (this.#fingers.size === 2) {
      this.#beginPinch()
      return
    }
    this.#path = [at]
    this.#begin('wait', at)
  }

  #beginPinch(): void {
    const [a = origin, b = origin] = this.#fingers.values()
    const { pose } = this.#motion
    // A second finger reverts what the first began: two fingers neither change the photo nor close it.
    this.#motion.set({ track: 0, drop: 0, ...(pose.drop > 0 && wholeView) })
    this.#begin(this.#options().canZoom ? 'pinch' : 'ignore', never)
    this.#pinch = { middle: relativeToCentre(this.#stage, middleOf(a, b)), apart: Math.max(1, distanceOf(a, b)) }
  }

  #onMove(event: PointerEvent): void {
    if (!this.#fingers.has(event.pointerId)) return
    // A mouse that was released outside the stage.
    if (event.pointerType === 'mouse' && event.buttons === 0) return this.#onEnd(event, false)
    const at = timedPoint(event)
    this.#fingers.set(event.pointerId, at)
    this.#path = [...this.#path.slice(-11), at]
    if (this.#mode === 'wait') this.#decide(event.pointerId, at)
    this.#follow({ x: at.x - this.#start.x, y: at.y - this.#start.y })
  }

  /** Chooses the mode from the first movement beyond `slop`. */
  #decide(pointerId: number, at: TimedPoint): void {
    const [dx, dy] = [at.x - this.#start.x, at.y - this.#start.y]
    if (Math.hypot(dx, dy) < slop) return
    this.#stage.setPointerCapture(pointerId)
    if (isZoomed(this.#motion)) this.#begin('pan', at)
    else if (Math.abs(dx) > Math.abs(dy)) this.#begin('track', at)
    else this.#begin(dy > 0 ? 'drop' : 'ignore', at)
  }

  #follow({ x: dx, y: dy }: Point): void {
    const { base } = this.#motion
    if (this.#mode === 'pinch') this.#followPinch()
    else if (this.#mode === 'track') this.#motion.set({ track: this.#trackAt(base.track + dx) })
    else if (this.#mode === 'drop')
      this.#motion.set({ x: dx, y: dy, drop: clamp(dy / (this.#stage.clientHeight * 0.6), 0, 1) })
    else if (this.#mode === 'pan') {
      const { picture, box } = this.#bounds()
      const wanted = { scale: base.scale, x: base.x + dx, y: base.y + dy }
      const view = clampView(wanted, picture, box)
      // When the photo is at its edge, the track moves instead.
      this.#motion.set({ ...view, track: this.#trackAt(base.track + wanted.x - view.x) })
    }
  }

  #followPinch(): void {
    const [a = origin, b = origin] = this.#fingers.values()
    const { base } = this.#motion
    const scale = resistedScale((base.scale * distanceOf(a, b)) / this.#pinch.apart, this.#bounds().largest)
    this.#motion.set(zoomAround(base, scale, this.#pinch.middle, relativeToCentre(this.#stage, middleOf(a, b))))
  }

  /** Without a photo in this direction, the drag gets the rubber-band effect. */
  #trackAt(offset: number): number {
    const { hasPrevious, hasNext } = this.#options()
    return (offset > 0 ? hasPrevious : hasNext) ? offset : rubberBand(offset, this.#stage.clientWidth)
  }

  #onEnd(event: PointerEvent, decides: boolean): void {
    if (!this.#fingers.delete(event.pointerId)) return
    const [left] = this.#fingers.values()
    if (left !== undefined) {
      // After a pinch, the remaining finger pans an enlarged photo.
      const mode = this.#mode === 'pinch' && isZoomed(this.#motion) ? 'pan' : 'ignore'
      this.#begin(mode, { ...left, at: event.timeStamp })
      return
    }
    const velocity = decides ? velocityOf(this.#path, event.timeStamp) : origin
    this.#motion.letGo()
    if (decides && this.#mode === 'wait') this.#tap(event)
    else if (decides && this.#mode === 'drop') this.#releaseDrop(velocity.y)
    else if (decides && this.#mode === 'track') this.#releaseTrack(velocity.x)
    // Releasing a pan of an enlarged photo ignores its speed and the track offset from an earlier pan.
    else if (decides && this.#mode === 'pan') this.#releaseTrack(0, this.#motion.pose.track - this.#motion.base.track)
    else settle(this.#motion, this.#bounds())
    this.#mode = 'ignore'
  }

  #releaseTrack(velocity: number, offset = this.#motion.pose.track): void {
    const { hasPrevious, hasNext, onStep } = this.#options()
    const { clientWidth: width } = this.#stage
    const by = stepOnRelease({ offset, velocity, width, hasPrevious, hasNext })
    if (by === 0) settle(this.#motion, this.#bounds(), velocity)
    else {
      this.#motion.springTo({ track: -by * this.#motion.stepWidth() }, { track: velocity * 1000 })
      onStep(by)
    }
  }

  #releaseDrop(velocity: number): void {
    const { clientHeight: height } = this.#stage
    if (closesOnRelease({ offset: this.#motion.pose.y, velocity, height })) this.#options().onClose()
    else settle(this.#motion, this.#bounds())
  }

  #tap(event: PointerEvent): void {
    settle(this.#motion, this.#bounds())
    const at = timedPoint(event)
    // On a video, a tap is left to the browser's controls; a long press is not a tap.
    if (event.target instanceof HTMLVideoElement || at.at - this.#start.at > 2 * tapMs) return
    clearTimeout(this.#tapTimer)
    const isDouble = this.#options().canZoom && isDoubleTap(this.#lastTap, at)
    this.#lastTap = isDouble ? never : at
    if (isDouble) toggleZoom(this.#motion, this.#bounds(), relativeToCentre(this.#stage, at))
    else this.#tapTimer = setTimeout(() => this.#options().onTap(), tapMs)
  }

  #onWheel(event: WheelEvent): void {
    event.preventDefault()
    if (!this.#options().canZoom) return
    // Browsers report a trackpad pinch as a wheel event with ctrlKey.
    if (event.ctrlKey)
      zoomBy(this.#motion, this.#bounds(), Math.exp(-(event.deltaY || event.deltaX) / 100), this.#at(event))
    else panBy(this.#motion, this.#bounds(), { x: -event.deltaX, y: -event.deltaY })
  }

  #onGesture(event: GestureEvent): void {
    // Stops the browser from zooming the page.
    event.preventDefault()
    if (event.type === 'gesturestart') this.#beginGesture(event)
    const start = this.#gestureStart
    if (start === null) return
    if (event.type === 'gestureend') {
      this.#gestureStart = null
      this.#motion.letGo()
      settle(this.#motion, this.#bounds())
      return
    }
    const { base } = this.#motion
    const scale = resistedScale(base.scale * event.scale, this.#bounds().largest)
    this.#motion.set(zoomAround(base, scale, start, this.#at(event)))
  }

  #beginGesture(event: GestureEvent): void {
    if (this.#fingers.size > 0 || !this.#options().canZoom) return
    this.#motion.set({ track: 0, drop: 0 })
    this.#motion.hold()
    this.#gestureStart = this.#at(event)
  }

  /** Pointer position relative to the middle of the stage. */
  #at({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Point {
    return relativeToCentre(this.#stage, { x: clientX, y: clientY })
  }
}
