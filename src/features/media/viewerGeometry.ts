import type { Size } from '#src/ui/zoom/zoomView.ts'

const tapScale = 2.5
const scales = { least: 4, most: 8 } as const
/** Share of the width, and pixels per millisecond, from which a release changes the photo. */
const stepShare = 0.35
const stepSpeed = 0.35
/** The same for closing, as a share of the height. */
const closeShare = 0.18
const closeSpeed = 0.6

/**
 * Maximum scale: up to the pixels of the original, at least 4 and at most 8.
 * @param pixels width of the original; null while unknown
 */
export function largestScale(picture: Size, pixels: number | null): number {
  return Math.min(scales.most, Math.max(scales.least, (pixels ?? 0) / Math.max(1, picture.width)))
}

/** The scale of a double tap: fills the box, at least 2.5. */
export function doubleTapScale(picture: Size, box: Size, largest: number): number {
  return Math.min(largest, Math.max(tapScale, box.width / picture.width, box.height / picture.height))
}

/** Rubber-band effect: beyond its limits, a scale follows the fingers with increasing resistance. */
export function resistedScale(scale: number, largest: number): number {
  if (scale < 1) return 1 - (1 - scale) * 0.4
  return scale <= largest ? scale : largest * (scale / largest) ** 0.3
}

/** Rubber-band effect: a drag past the last photo moves less and less, at most half the width. */
export function rubberBand(distance: number, width: number): number {
  return (distance * 0.55) / (1 + (Math.abs(distance) * 0.55 * 2) / Math.max(1, width))
}

interface Release {
  /** Pixels; negative to the left. */
  readonly offset: number
  /** Pixels per millisecond. */
  readonly velocity: number
  readonly width: number
  readonly hasPrevious: boolean
  readonly hasNext: boolean
}

/** Result of a release: 1 next photo, -1 previous photo, 0 stay. */
export function stepOnRelease({ offset, velocity, width, hasPrevious, hasNext }: Release): -1 | 0 | 1 {
  const isFast = Math.abs(velocity) > stepSpeed
  // A quick move back cancels the step at any distance.
  if (isFast && Math.sign(velocity) !== Math.sign(offset)) return 0
  if (!isFast && Math.abs(offset) < width * stepShare) return 0
  if (offset < 0) return hasNext ? 1 : 0
  return offset > 0 && hasPrevious ? -1 : 0
}

/** Whether releasing a photo that was dragged down closes the viewer. */
export function closesOnRelease({ offset, velocity, height }: { offset: number; velocity: number; height: number }) {
  if (velocity < -closeSpeed / 2) return false
  return offset > 0 && (velocity > closeSpeed || offset > height * closeShare)
}
