// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { useSwipe } from '#src/ui/swipe/useSwipe.ts'

let decided: string[]
beforeEach(() => {
  decided = []
  // Browsers capture only pointers of a real device.
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined)
})
afterEach(() => {
  clearScreen()
  vi.restoreAllMocks()
})

function Stage() {
  const [id, setId] = useState(1)
  const swipe = useSwipe({
    about: id,
    onRight: () => decided.push(`right ${id}`),
    onLeft: () => decided.push(`left ${id}`),
  })
  return (
    <>
      <div data-testid="stage" style={{ width: 200, height: 200 }} {...swipe.handlers}>
        {id}, {swipe.shift}
      </div>
      <button type="button" onClick={() => setId(id + 1)}>
        Replace
      </button>
    </>
  )
}
const stage = page.getByTestId('stage')

function point(type: 'pointerdown' | 'pointermove' | 'pointerup', clientX: number): void {
  const finger = { pointerId: 1, isPrimary: true, pointerType: 'touch', bubbles: true, clientX, clientY: 50 }
  stage.element().dispatchEvent(new PointerEvent(type, finger))
}

test('decides in the direction of a swipe', async () => {
  await showScreen(<Stage />)
  await expect.element(stage).toHaveTextContent('1, 0')
  point('pointerdown', 20)
  point('pointermove', 180)
  await expect.element(stage).toHaveTextContent('1, 160')
  point('pointerup', 180)
  expect(decided).toEqual(['right 1'])
})

test('decides nothing when what was swiped is replaced during the gesture', async () => {
  await showScreen(<Stage />)
  await expect.element(stage).toHaveTextContent('1, 0')
  point('pointerdown', 20)
  point('pointermove', 180)
  await expect.element(stage).toHaveTextContent('1, 160')
  await page.getByRole('button', { name: 'Replace' }).click()
  await expect.poll(() => stage.element().textContent).toMatch(/^2/)
  point('pointerup', 180)
  expect(decided).toEqual([])
  await expect.element(stage).toHaveTextContent('2, 0')
})
