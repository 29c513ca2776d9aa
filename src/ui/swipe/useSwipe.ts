import { useRef, useState, type PointerEvent } from 'react'

interface Options {
  /** What the swipe decides about. When it is replaced during the gesture, the release does nothing. */
  about: number | undefined
  onLeft: () => void
  onRight: () => void
  /** Share of the width from which a release triggers the action. */
  threshold?: number
  enabled?: boolean
}

/** Horizontal swipe on an element: the current offset, and a callback on release. */
export function useSwipe({ about, onLeft, onRight, threshold = 0.18, enabled = true }: Options) {
  const start = useRef<{ x: number; y: number; id: number; about: number | undefined } | null>(null)
  const [shift, setShift] = useState(0)
  const end = (event: PointerEvent<HTMLElement>, decides: boolean) => {
    if (start.current?.id !== event.pointerId) return
    const isSame = start.current.about === about
    const share = shift / Math.max(1, event.currentTarget.clientWidth)
    start.current = null
    setShift(0)
    if (!decides || !isSame || Math.abs(share) < threshold) return
    if (share < 0) onLeft()
    else onRight()
  }
  return {
    shift,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        // A second finger starts a pinch: cancel the swipe.
        if (!event.isPrimary) {
          start.current = null
          setShift(0)
          return
        }
        if (!enabled || event.pointerType === 'mouse') return
        if ((event.target as Element).closest('button, a, video')) return
        start.current = { x: event.clientX, y: event.clientY, id: event.pointerId, about }
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const from = start.current
        if (from?.id !== event.pointerId) return
        if (from.about !== about) {
          setShift(0)
          return
        }
        const dx = event.clientX - from.x
        if (Math.abs(dx) < 10 || Math.abs(dx) < Math.abs(event.clientY - from.y)) return
        event.currentTarget.setPointerCapture(event.pointerId)
        setShift(dx)
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => end(event, true),
      onPointerCancel: (event: PointerEvent<HTMLElement>) => end(event, false),
    },
  }
}
