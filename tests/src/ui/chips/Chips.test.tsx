// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Chips } from '#src/ui/chips/Chips.tsx'

/** A row scrolls by whole pixels, and the width of a text has a fraction of one. */
const whole = { ratio: 0.99 }

afterEach(clearScreen)

test('separates the thousands of the number of results', async () => {
  const options = [{ value: 'TOUS', label: 'Tous', count: 12_480 }]
  await showScreen(<Chips label="Statut" value="TOUS" options={options} onChange={() => undefined} />)
  await expect.element(page.getByText('12\u202F480', { exact: true })).toBeVisible()
})

test('scrolls a narrow row to the chosen chip', async () => {
  await showScreen(<Statuts chosen="Terminés" />)
  await expect.element(page.getByRole('button', { name: 'Terminés' })).toBeInViewport(whole)
  await page.getByRole('button', { name: 'Choisir le premier' }).click()
  await expect.element(page.getByRole('button', { name: 'Tous' })).toBeInViewport(whole)
})

test('scrolls a narrow row to the chip that is focused with the keyboard', async () => {
  await showScreen(<Statuts chosen="Tous" />)
  await expect.element(page.getByRole('button', { name: 'Tous' })).toBeVisible()
  for (const name of ['Tous', 'En cours', 'Planifiés', 'Terminés']) {
    await userEvent.tab()
    const chip = page.getByRole('button', { name })
    await expect.element(chip).toHaveFocus()
    await expect.element(chip).toBeInViewport(whole)
  }
})

function Statuts({ chosen }: { chosen: string }) {
  const [value, setValue] = useState(chosen)
  const options = ['Tous', 'En cours', 'Planifiés', 'Terminés'].map((label) => ({ value: label, label }))
  return (
    <div style={{ width: '14rem', overflow: 'hidden' }}>
      <Chips label="Statut" value={value} options={options} onChange={setValue} />
      <button type="button" onClick={() => setValue('Tous')}>
        Choisir le premier
      </button>
    </div>
  )
}
