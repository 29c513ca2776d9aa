import { useEffect, useRef, useState, type MouseEvent, type PointerEvent } from 'react'
import type { Media } from '#domain/media/media.ts'
import { useLatest } from '#src/ui/latest/useLatest.ts'
import {
  clamp,
  clampView,
  containedSize,
  distanceOf,
  type Point,
  type View,
  wholeView,
  zoomAround,
} from '#src/ui/zoom/zoomView.ts'

/** Minimum scale of "own pixels": a small picture has no more detail to show. */
const leastZoom = 2
const mostZoom = 8

/** The start of a pinch: the view, the distance between the fingers and their middle. */
interface Pinch {
  readonly view: View
  readonly apart: number
  readonly middle: Point
}

/**
 * Zooms the photo of the desk. Z, a double tap or a double click toggle its own pixels; two fingers or Ctrl + wheel
 * (which browsers send for a trackpad pinch) set any scale; an enlarged photo is panned by finger or mouse. A new photo
 * starts at scale 1.
 */
export function useStageZoom(stage: HTMLElement | null, media: Media | undefined) {
  const [zoom, setZoom] = useState<{ id: number | undefined; view: View }>({ id: undefined, view: wholeView })
  const fingers = useRef(new Map<number, Point>())
  const pinch = useRef<Pinch | null>(null)
  const view = zoom.id === media?.id ? zoom.view : wholeView
  const canZoom = media?.type === 'IMAGE' && media.apercu
  const isZoomed = view.scale > 1.01

  const bounds = () => {
    const box = { width: stage?.clientWidth ?? 1, height: stage?.clientHeight ?? 1 }
    const { largeur, hauteur } = media ?? {}
    const picture = containedSize(box, largeur && hauteur ? largeur / hauteur : box.width / box.height)
    return { box, picture, ownPixels: (largeur ?? 0) / Math.max(1, picture.width * devicePixelRatio) }
  }
  const show = (next: View) => {
    const { box, picture } = bounds()
    const scale = clamp(next.scale, 1, mostZoom)
    setZoom({ id: media?.id, view: scale === 1 ? wholeView : clampView({ ...next, scale }, picture, box) })
  }
  /** @param around relative to the middle of the stage */
  const toggle = (around: Point = { x: 0, y: 0 }) => {
    if (!canZoom) return
    const scale = isZoomed ? 1 : clamp(bounds().ownPixels, leastZoom, mostZoom)
    show(zoomAround(view, scale, around))
  }
  const relativeToCentre = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0, width = 0, height = 0 } = stage?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const onWheel = (event: WheelEvent) => {
    if (!canZoom || (!event.ctrlKey && !isZoomed)) return
    event.preventDefault()
    if (event.ctrlKey) show(zoomAround(view, view.scale * Math.exp(-event.deltaY / 100), relativeToCentre(event)))
    else show({ ...view, x: view.x - event.deltaX, y: view.y - event.deltaY })
  }
  const latestWheel = useLatest(onWheel)
  useEffect(() => {
    // Not passive: preventDefault stops the browser from zooming the page.
    const listen = (event: WheelEvent) => latestWheel.current(event)
    stage?.addEventListener('wheel', listen, { passive: false })
    return () => stage?.removeEventListener('wheel', listen)
  }, [stage, latestWheel])
  const forget = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId)
    pinch.current = null
  }
  return {
    view,
    isZoomed,
    toggle,
    handlers: {
      onDoubleClick: (event: MouseEvent) => toggle(relativeToCentre(event)),
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (!canZoom || event.button !== 0) return
        fingers.current.set(event.pointerId, relativeToCentre(event))
        const [a, b] = [...fingers.current.values()]
        if (a && b) pinch.current = { view, apart: Math.max(1, distanceOf(a, b)), middle: middleOf(a, b) }
        if (isZoomed || b) event.currentTarget.setPointerCapture(event.pointerId)
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const before = fingers.current.get(event.pointerId)
        if (!before) return
        // A mouse that was released outside the stage.
        if (event.pointerType === 'mouse' && event.buttons === 0) return forget(event)
        const now = relativeToCentre(event)
        fingers.current.set(event.pointerId, now)
        const [a, b] = [...fingers.current.values()]
        const start = pinch.current
        if (a && b && start) {
          const scale = (start.view.scale * distanceOf(a, b)) / start.apart
          show(zoomAround(start.view, scale, start.middle, middleOf(a, b)))
        } else if (isZoomed) show({ ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y })
      },
      onPointerUp: forget,
      onPointerCancel: forget,
    },
  }
}

function middleOf(a: Point, b: Point): Point {
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
}
