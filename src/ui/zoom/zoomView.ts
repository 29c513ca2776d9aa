export interface Point {
  readonly x: number
  readonly y: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** Position of a picture in its box: scale 1 shows the whole picture; x and y move its centre, in CSS pixels. */
export interface View extends Point {
  readonly scale: number
}

/** The whole picture, in the middle of its box. */
export const wholeView: View = { scale: 1, x: 0, y: 0 }

/** The size of a picture with `object-fit: contain`. */
export function containedSize({ width, height }: Size, ratio: number): Size {
  return width / height > ratio ? { width: height * ratio, height } : { width, height: width / ratio }
}

/** Keeps the picture's edges outside the box, or centres the picture where it is smaller than the box. */
export function clampView({ scale, x, y }: View, picture: Size, box: Size): View {
  const bound = (side: 'width' | 'height') => Math.max(0, (picture[side] * scale - box[side]) / 2)
  return { scale, x: clamp(x, -bound('width'), bound('width')), y: clamp(y, -bound('height'), bound('height')) }
}

/**
 * Changes the scale so that the content at point `from` moves to point `to`.
 * @param from relative to the middle of the box
 * @param to equals `from` when the fingers have not moved
 */
export function zoomAround(view: View, scale: number, from: Point, to: Point = from): View {
  const factor = scale / view.scale
  return { scale, x: to.x - (from.x - view.x) * factor, y: to.y - (from.y - view.y) * factor }
}

/** The distance between two points, in their unit. */
export function distanceOf(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}

/** The value, or the limit that it exceeds. */
export function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}
