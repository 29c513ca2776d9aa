// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { Flag } from 'lucide-react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { EmptyState } from '#src/ui/state/EmptyState.tsx'

afterEach(clearScreen)

test('shows an icon as large as the burst', async () => {
  await showScreen(
    <>
      <EmptyState title="Aucun média" />
      <EmptyState title="Aucune demande" icon={<Flag />} />
    </>,
  )
  await expect.element(page.getByRole('heading', { name: 'Aucune demande' })).toBeVisible()
  const [burst, icon] = [...document.querySelectorAll('[data-part="empty"] svg')].map((mark) =>
    mark.getBoundingClientRect(),
  )
  expect([icon?.width, icon?.height]).toEqual([burst?.width, burst?.height])
})
