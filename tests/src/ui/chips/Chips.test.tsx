// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Chips } from '#src/ui/chips/Chips.tsx'

afterEach(clearScreen)

test('separates the thousands of the number of results', async () => {
  const options = [{ value: 'TOUS', label: 'Tous', count: 12_480 }]
  await showScreen(<Chips label="Statut" value="TOUS" options={options} onChange={() => undefined} />)
  await expect.element(page.getByText('12\u202F480', { exact: true })).toBeVisible()
})
