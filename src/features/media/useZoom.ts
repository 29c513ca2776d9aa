import { useRef, useState, type PointerEvent } from 'react'

interface View {
  /** 1 is the whole picture. */
  readonly scale: number
  /** How far its centre is from the middle, in pixels. */
  readonly x: number
  readonly y: number
}

interface Point {
  readonly x: number
  readonly y: number
}

const whole: View = { scale: 1, x: 0, y: 0 }
const largest = 5
const tapScale = 2.5
const doubleTapMs = 300
const tapSlack = 24

/** Two fingers, a double tap or the keys + and - make a picture larger; then one finger moves it. */
export function useZoom() {
  const [view, setView] = useState(whole)
  const fingers = useRef(new Map<number, Point>())
  const tap = useRef<Point & { at: number }>({ x: 0, y: 0, at: 0 })
  const zoomTo = (scale: number, around: Point, box: DOMRect) =>
    setView((before) => {
      const next = Math.min(largest, Math.max(1, scale))
      const [px, py] = [around.x - box.left - box.width / 2, around.y - box.top - box.height / 2]
      const factor = next / before.scale
      return clamped({ scale: next, x: px - (px - before.x) * factor, y: py - (py - before.y) * factor }, box)
    })
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (isControl(event)) return
    fingers.current.set(event.pointerId, pointOf(event))
    if (fingers.current.size > 1) return
    const before = tap.current
    const isDouble = event.timeStamp - before.at < doubleTapMs && distance(before, pointOf(event)) < tapSlack
    tap.current = { ...pointOf(event), at: isDouble ? 0 : event.timeStamp }
    if (isDouble) zoomTo(view.scale > 1 ? 1 : tapScale, pointOf(event), event.currentTarget.getBoundingClientRect())
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const from = fingers.current.get(event.pointerId)
    if (!from || (event.pointerType === 'mouse' && event.buttons === 0)) return
    const to = pointOf(event)
    const box = event.currentTarget.getBoundingClientRect()
    const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point)
    fingers.current.set(event.pointerId, to)
    if (other) {
      const middle = { x: (to.x + other.x) / 2, y: (to.y + other.y) / 2 }
      zoomTo((view.scale * distance(to, other)) / Math.max(1, distance(from, other)), middle, box)
    } else if (view.scale > 1) {
      setView((before) => clamped({ ...before, x: before.x + to.x - from.x, y: before.y + to.y - from.y }, box))
    }
  }
  const onPointerEnd = (event: PointerEvent<HTMLElement>) => void fingers.current.delete(event.pointerId)
  return {
    view,
    /** Steps in or out around the middle, for keys. @param by factor */
    step: (by: number) =>
      setView((before) => {
        const scale = Math.min(largest, Math.max(1, before.scale * by))
        return scale === 1 ? whole : { ...before, scale }
      }),
    handlers: { onPointerDown, onPointerMove, onPointerUp: onPointerEnd, onPointerCancel: onPointerEnd },
  }
}

/** Its edges never come further in than the edges of the box. */
function clamped({ scale, x, y }: View, box: DOMRect): View {
  const [mostX, mostY] = [(box.width * (scale - 1)) / 2, (box.height * (scale - 1)) / 2]
  return { scale, x: Math.min(mostX, Math.max(-mostX, x)), y: Math.min(mostY, Math.max(-mostY, y)) }
}

function isControl({ target }: PointerEvent<HTMLElement>): boolean {
  return target instanceof Element && target.closest('button, a, video') !== null
}

function pointOf({ clientX, clientY }: PointerEvent<HTMLElement>): Point {
  return { x: clientX, y: clientY }
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
