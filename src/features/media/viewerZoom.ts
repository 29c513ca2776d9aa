import { clamp, clampView, containedSize, type Point, type Size, wholeView, zoomAround } from '#src/ui/zoom/zoomView.ts'
import { doubleTapScale, largestScale } from './viewerGeometry.ts'
import { restPose, type ViewerMotion } from './viewerMotion.ts'

/** Limits of an enlarged picture; sizes in CSS pixels. */
export interface Bounds {
  /** The picture at scale 1. */
  readonly picture: Size
  /** The stage. */
  readonly box: Size
  readonly largest: number
}

/** @param pixels width of the original; null while unknown */
export function boundsOf(stage: HTMLElement | null, pixels: number | null): Bounds {
  const box = { width: stage?.clientWidth ?? 1, height: stage?.clientHeight ?? 1 }
  const shown = stage?.querySelector<HTMLImageElement>('[data-slot="0"] img')
  const ratio = shown?.naturalWidth ? shown.naturalWidth / shown.naturalHeight : box.width / box.height
  const picture = containedSize(box, ratio)
  return { picture, box, largest: largestScale(picture, pixels) }
}

export function isZoomed({ pose }: ViewerMotion): boolean {
  return pose.scale > 1.01
}

/** Animates to a scale within the limits. @param around relative to the middle of the stage */
export function zoomTo(motion: ViewerMotion, { picture, box, largest }: Bounds, scale: number, around: Point): void {
  const next = zoomAround(motion.pose, clamp(scale, 1, largest), around)
  motion.stop()
  motion.springTo({ ...restPose, ...clampView(next, picture, box) })
}

/** Handles a double tap: zooms in at that point, or back to the whole picture. */
export function toggleZoom(motion: ViewerMotion, bounds: Bounds, around: Point): void {
  const { picture, box, largest } = bounds
  zoomTo(motion, bounds, isZoomed(motion) ? 1 : doubleTapScale(picture, box, largest), around)
}

/** Scales at once, for a wheel event. @param by factor */
export function zoomBy(motion: ViewerMotion, { picture, box, largest }: Bounds, by: number, around: Point): void {
  const scale = clamp(motion.pose.scale * by, 1, largest)
  motion.stop()
  motion.set({ track: 0, drop: 0, ...clampView(zoomAround(motion.pose, scale, around), picture, box) })
}

/** Moves an enlarged picture within its bounds. @returns false when it is not enlarged or already at that edge */
export function panBy(motion: ViewerMotion, { picture, box }: Bounds, { x, y }: Point): boolean {
  if (!isZoomed(motion)) return false
  const { pose } = motion
  const view = clampView({ scale: pose.scale, x: pose.x + x, y: pose.y + y }, picture, box)
  if (view.x === pose.x && view.y === pose.y) return false
  motion.stop()
  motion.set(view)
  return true
}

/** Animates back within the bounds. @param velocity of the track, in pixels per millisecond */
export function settle(motion: ViewerMotion, { picture, box, largest }: Bounds, velocity = 0): void {
  const { pose } = motion
  const scale = clamp(pose.scale, 1, largest)
  const view = scale === 1 ? wholeView : clampView({ scale, x: pose.x, y: pose.y }, picture, box)
  motion.springTo({ ...view, track: 0, drop: 0 }, { track: velocity * 1000 })
}
