import { distanceOf, type Point } from '#src/ui/zoom/zoomView.ts'

/** Window for measuring the speed, and maximum time between the taps of a double tap; milliseconds. */
const velocityMs = 80
export const tapMs = 300
/** Maximum distance between the taps of a double tap, in pixels. */
const tapSlack = 24
/** Height of the browser's controls at the bottom of a video, in pixels. */
const controlsHeight = 96

export const origin: Point = { x: 0, y: 0 }

export interface TimedPoint extends Point {
  /** Milliseconds, in event time (`event.timeStamp`). */
  readonly at: number
}

export function timedPoint({ clientX, clientY, timeStamp }: PointerEvent): TimedPoint {
  return { x: clientX, y: clientY, at: timeStamp }
}

/** Whether an event belongs to a button or to the browser's controls of a video. */
export function isControl({ target, clientY }: PointerEvent): boolean {
  if (target instanceof HTMLVideoElement) return clientY > target.getBoundingClientRect().bottom - controlsHeight
  return !(target instanceof Element) || target.closest('button, a') !== null
}

/** Relative to the middle of an element. */
export function relativeToCentre(element: HTMLElement, { x, y }: Point): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: x - left - width / 2, y: y - top - height / 2 }
}

export function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}

/** Pixels per millisecond over the last `velocityMs`; zero for a finger that did not move. */
export function velocityOf(path: readonly TimedPoint[], now: number): Point {
  const recent = path.filter(({ at }) => now - at <= velocityMs)
  const [first, last] = [recent[0], recent.at(-1)]
  if (!first || !last || last.at <= first.at) return origin
  const ms = last.at - first.at
  return { x: (last.x - first.x) / ms, y: (last.y - first.y) / ms }
}

export function isDoubleTap(first: TimedPoint, second: TimedPoint): boolean {
  return second.at - first.at < tapMs && distanceOf(first, second) < tapSlack
}
