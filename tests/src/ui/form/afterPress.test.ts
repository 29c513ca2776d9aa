import { afterEach, expect, test, vi } from 'vitest'
import { afterPress } from '#src/ui/form/afterPress.ts'

const change = vi.fn<() => void>()
const say = (name: string) => dispatchEvent(new PointerEvent(name, { bubbles: true }))
afterEach(() => {
  say('pointerup')
  change.mockClear()
})

test('by keyboard it happens at once', () => {
  afterPress(change)
  expect(change).toHaveBeenCalledOnce()
})

test.each(['pointerup', 'pointercancel'])(
  'under a finger it waits for the %s, and for the click that follows',
  async (end) => {
    say('pointerdown')
    afterPress(change)
    expect(change).not.toHaveBeenCalled()
    say(end)
    expect(change).not.toHaveBeenCalled()
    await vi.waitFor(() => expect(change).toHaveBeenCalledOnce())
    say('pointerup')
    expect(change).toHaveBeenCalledOnce()
  },
)
