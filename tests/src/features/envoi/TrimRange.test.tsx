// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { TrimRange } from '#src/features/envoi/TrimRange.tsx'

afterEach(clearScreen)

const begin = () => page.getByRole('slider', { name: "Début de l'extrait" })
const end = () => page.getByRole('slider', { name: "Fin de l'extrait" })

async function focus(slider: Locator): Promise<void> {
  await expect.element(slider).toBeVisible()
  ;(slider.element() as HTMLElement).focus()
}

function Range({ duration }: { duration: number }) {
  const [part, setPart] = useState({ begin: 2, end: 5 })
  return <TrimRange {...part} duration={duration} onChange={setPart} />
}

test('moves both handles by keyboard, one second apart at least', async () => {
  await showScreen(<Range duration={95} />)
  await focus(begin())
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  await expect.element(begin()).toHaveValue('4')
  await expect.element(begin()).toHaveAttribute('aria-valuetext', '4\u00A0secondes')
  await userEvent.keyboard('{Home}')
  await expect.element(begin()).toHaveValue('0')
  await focus(end())
  await userEvent.keyboard('{End}')
  await expect.element(end()).toHaveValue('95')
  await expect.element(end()).toHaveAttribute('aria-valuetext', '1\u00A0minute 35\u00A0secondes')
  await userEvent.keyboard('{Home}')
  await expect.element(end()).toHaveValue('1')
})

test('moves a handle by one second with its buttons, never past the other or the video', async () => {
  await showScreen(<Range duration={6} />)
  const press = async (name: string) => {
    await userEvent.click(page.getByRole('button', { name, exact: true }))
  }
  await press('Début : une seconde plus tôt')
  await expect.element(page.getByText('0:01')).toBeVisible()
  await press('Début : une seconde plus tôt')
  await press('Début : une seconde plus tôt')
  await expect.element(begin()).toHaveValue('0')
  await press('Fin : une seconde plus tard')
  await press('Fin : une seconde plus tard')
  await expect.element(end()).toHaveValue('6')
  for (let n = 0; n < 6; n += 1) await press('Fin : une seconde plus tôt')
  await expect.element(end()).toHaveValue('1')
  await press('Début : une seconde plus tard')
  await expect.element(begin()).toHaveValue('0')
})

test('lets the handle with room to move be dragged when both are at the end', async () => {
  await showScreen(<Range duration={60} />)
  await focus(end())
  await userEvent.keyboard('{End}')
  await focus(begin())
  await userEvent.keyboard('{End}')
  await expect.element(begin()).toHaveValue('59')
  const { right, top, height } = begin().element().getBoundingClientRect()
  expect(document.elementFromPoint(right - 24, top + height / 2)).toBe(begin().element())
})
