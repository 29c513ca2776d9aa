// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useStageZoom } from '#src/features/moderation/useStageZoom.ts'
import { unMediaVu } from '#tests/support/mediaVu.ts'

beforeEach(() => {
  // Browsers capture only pointers of a real device.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
})
afterEach(() => {
  clearScreen()
  vi.restoreAllMocks()
})

const media = unMediaVu(3)

function Desk() {
  const [stage, setStage] = useState<HTMLElement | null>(null)
  const { view, toggle, handlers } = useStageZoom(stage, media)
  return (
    <>
      <div ref={setStage} data-testid="stage" style={{ width: 200, height: 200 }} {...handlers}>
        {view.scale}, {view.x}
      </div>
      <button type="button" onClick={() => toggle()}>
        Zoom
      </button>
    </>
  )
}
const stage = page.getByTestId('stage')

function mouse(type: 'pointerdown' | 'pointermove', clientX: number, buttons: number): void {
  const init = { pointerId: 1, pointerType: 'mouse', button: 0, buttons, bubbles: true, clientX, clientY: 50 }
  stage.element().dispatchEvent(new PointerEvent(type, init))
}

test('moves an enlarged photo with a pressed mouse, not with one that was released outside the stage', async () => {
  await showScreen(<Desk />)
  await expect.element(stage).toHaveTextContent('1, 0')
  mouse('pointerdown', 100, 1)
  await page.getByRole('button', { name: 'Zoom' }).click()
  await expect.element(stage).toHaveTextContent('2, 0')
  mouse('pointermove', 130, 0)
  // React renders a continuous event in a later task.
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  mouse('pointerdown', 100, 1)
  mouse('pointermove', 120, 1)
  await expect.element(stage).toHaveTextContent('2, 20')
})
