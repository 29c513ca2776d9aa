// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ReasonSheet } from '#src/features/moderation/ReasonSheet.tsx'

afterEach(clearScreen)

test.each(['Control', 'Alt', 'Meta'])('leaves a digit to the browser while %s is pressed', async (modifier) => {
  const given: number[] = []
  await showScreen(<ReasonSheet onReason={(reason) => given.push(reason)} onClose={() => undefined} />)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  const init = { code: 'Digit2', key: '2', bubbles: true, cancelable: true }
  const pressed = { [`${modifier === 'Control' ? 'ctrl' : modifier.toLowerCase()}Key`]: true }
  const isLeft = document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, ...pressed }))
  await userEvent.keyboard('3')
  expect([isLeft, given]).toEqual([true, [3]])
})
