// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { FreeReason, ReasonSheet } from '#src/features/moderation/ReasonSheet.tsx'
import { unMediaVu } from '#tests/support/mediaVu.ts'

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

test('speaks of one media or of several', async () => {
  const on = { onReason: () => undefined, onClose: () => undefined }
  await showScreen(<FreeReason medias={[unMediaVu(1)]} {...on} />)
  await expect.element(page.getByText('La personne qui a déposé ce média la lira.')).toBeVisible()
  clearScreen()
  await showScreen(<FreeReason medias={[unMediaVu(1), unMediaVu(2)]} {...on} />)
  await expect.element(page.getByText("Chaque personne qui a déposé l'un de ces médias la lira.")).toBeVisible()
})
