import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ViewerGestures } from '#src/features/media/viewerGestures.ts'
import { ViewerMotion } from '#src/features/media/viewerMotion.ts'

const box = { width: 400, height: 300 }
/** The middle of the right half of the stage. */
const pointer = { clientX: 300, clientY: 150 }
let stage: HTMLElement
let motion: ViewerMotion
let steps: number[]
let stop: () => void
let canZoom: boolean

beforeEach(() => {
  stage = document.createElement('div')
  Object.assign(stage.style, { position: 'fixed', inset: '0 auto auto 0', width: '400px', height: '300px' })
  const [track, ground] = [document.createElement('div'), document.createElement('div')]
  stage.append(track)
  document.body.append(stage)
  // No touch is active in this browser.
  vi.spyOn(stage, 'setPointerCapture').mockImplementation(() => {})
  motion = new ViewerMotion(() => {})
  const detach = motion.attach({ stage, track, ground })
  steps = []
  canZoom = true
  const gestures = new ViewerGestures(stage, motion, () => ({
    hasPrevious: true,
    hasNext: true,
    canZoom,
    pixels: null,
    onStep: (by) => {
      steps.push(by)
      motion.changePhoto(by)
    },
    onClose: () => {},
    onTap: () => {},
  }))
  const stopGestures = gestures.listen()
  stop = () => {
    stopGestures()
    detach()
    stage.remove()
  }
})
afterEach(() => stop())

/** The point of the picture under the pointer, from its centre, in pixels of the unscaled picture. */
function underPointer(): { x: number; y: number } {
  const { x, y, scale } = motion.pose
  return { x: (pointer.clientX - box.width / 2 - x) / scale, y: (pointer.clientY - box.height / 2 - y) / scale }
}

function wheel(deltas: { deltaX?: number; deltaY?: number }): WheelEvent {
  const event = new WheelEvent('wheel', { ...pointer, ...deltas, ctrlKey: true, cancelable: true })
  stage.dispatchEvent(event)
  return event
}

/** Events of Safari on macOS for a pinch on the trackpad. */
function gesture(type: 'gesturestart' | 'gesturechange' | 'gestureend', scale: number): Event {
  const event = Object.assign(new MouseEvent(type, { ...pointer, cancelable: true }), { scale })
  stage.dispatchEvent(event)
  return event
}

function finger(type: string, clientX: number, pointerId = 1): void {
  stage.dispatchEvent(new PointerEvent(type, { pointerId, button: 0, clientX, clientY: 150, bubbles: true }))
}

function drag(from: number, to: number): void {
  finger('pointerdown', from)
  for (let step = 1; step <= 5; step += 1) finger('pointermove', from + ((to - from) * step) / 5)
  finger('pointerup', to)
}

async function rests(): Promise<void> {
  await expect.poll(() => motion.pose.track).toBe(0)
}

describe('pinch on the trackpad', () => {
  test('zooms at the pointer for wheel events with Ctrl, along either axis', () => {
    for (const deltas of [{ deltaY: -40 }, { deltaX: -40 }]) {
      const before = { scale: motion.pose.scale, ...underPointer() }
      expect(wheel(deltas).defaultPrevented).toBe(true)
      expect(motion.pose.scale).toBeCloseTo(before.scale * Math.exp(0.4))
      expect(underPointer().x).toBeCloseTo(before.x)
      expect(underPointer().y).toBeCloseTo(before.y)
    }
  })

  test('zooms at the pointer for gesture events, without zooming the page', () => {
    const before = underPointer()
    const events = [gesture('gesturestart', 1), gesture('gesturechange', 1.5), gesture('gesturechange', 2)]
    expect(motion.pose.scale).toBeCloseTo(2)
    expect(underPointer()).toEqual(before)
    events.push(gesture('gestureend', 2), gesture('gesturestart', 1), gesture('gesturechange', 1.5))
    expect(motion.pose.scale).toBeCloseTo(3)
    expect(events.every(({ defaultPrevented }) => defaultPrevented)).toBe(true)
  })

  test('springs back within the limits at the end of its gesture events', async () => {
    gesture('gesturestart', 1)
    gesture('gesturechange', 0.4)
    expect(motion.pose.scale).toBeLessThan(1)
    gesture('gestureend', 0.4)
    await expect.poll(() => motion.pose).toMatchObject({ scale: 1, x: 0, y: 0, track: 0 })
  })

  test('ignores a video, and gesture events during a two-finger touch', () => {
    canZoom = false
    gesture('gesturestart', 1)
    gesture('gesturechange', 2)
    gesture('gestureend', 2)
    expect(motion.pose.scale).toBe(1)
    canZoom = true
    finger('pointerdown', 150, 1)
    finger('pointerdown', 250, 2)
    gesture('gesturestart', 1)
    gesture('gesturechange', 2)
    expect(motion.pose.scale).toBe(1)
    finger('pointermove', 350, 2)
    expect(motion.pose.scale).toBeCloseTo(2)
    gesture('gestureend', 2)
    finger('pointermove', 450, 2)
    expect(motion.pose.scale).toBeCloseTo(3)
  })
})

describe('zoomed photo at its edge', () => {
  beforeEach(() => {
    // Its right edge is the right edge of the stage.
    motion.set({ scale: 2, x: -200, y: 0 })
  })

  test('stays on the same photo after three quick pans past the edge', async () => {
    for (let pan = 0; pan < 3; pan += 1) drag(250, 140)
    expect(steps).toEqual([])
    await rests()
    expect(motion.pose).toMatchObject({ scale: 2, x: -200 })
  })

  test('changes with one long pan after three quick ones', async () => {
    for (let pan = 0; pan < 3; pan += 1) drag(250, 140)
    drag(350, 100)
    expect(steps).toEqual([1])
    await rests()
    expect(motion.pose.scale).toBe(1)
  })

  test('does not change when a pan returns the distance of the previous one', async () => {
    finger('pointerdown', 390)
    finger('pointermove', 370)
    finger('pointermove', 240)
    finger('pointerup', 240)
    drag(100, 130)
    expect(steps).toEqual([])
    await rests()
  })
})

test('does not drag the photo with a mouse that was released outside the stage', () => {
  const mouse = (type: string, clientX: number, buttons: number) => {
    const init = { pointerId: 1, pointerType: 'mouse', button: 0, buttons, clientX, clientY: 150, bubbles: true }
    stage.dispatchEvent(new PointerEvent(type, init))
  }
  mouse('pointerdown', 395, 1)
  mouse('pointermove', 300, 0)
  mouse('pointermove', 200, 0)
  expect(motion.pose.track).toBe(0)
  expect(steps).toEqual([])
  mouse('pointerdown', 200, 1)
  mouse('pointermove', 180, 1)
  mouse('pointermove', 150, 1)
  expect(motion.pose.track).toBe(-30)
})
