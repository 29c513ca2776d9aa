// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DeskDecide } from '#src/features/moderation/DeskDecide.tsx'

afterEach(clearScreen)

test('separates the thousands of the chosen media', async () => {
  const nothing = () => undefined
  const on = { onValidate: nothing, onReject: nothing, onFavori: nothing, onDelete: nothing }
  await showScreen(<DeskDecide favori={false} chosen={1200} {...on} />)
  await expect.element(page.getByText(/^Valider 1\s200/)).toBeVisible()
  await expect.element(page.getByText(/^Rejeter 1\s200/)).toBeVisible()
})
