import { afterEach, expect, test, vi } from 'vitest'
import { afterPress } from '#src/ui/form/afterPress.ts'

const change = vi.fn<() => void>()
const say = (name: string) => dispatchEvent(new PointerEvent(name, { bubbles: true }))
afterEach(() => {
  say('pointerup')
  change.mockClear()
})

test('runs at once by keyboard', () => {
  afterPress(change)
  expect(change).toHaveBeenCalledOnce()
})

test.each(['pointerup', 'pointercancel'])('waits for the %s by touch, and for the following click', async (end) => {
  say('pointerdown')
  afterPress(change)
  expect(change).not.toHaveBeenCalled()
  say(end)
  expect(change).not.toHaveBeenCalled()
  await expect.poll(() => change).toHaveBeenCalledOnce()
  say('pointerup')
  expect(change).toHaveBeenCalledOnce()
})
