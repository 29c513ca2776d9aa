// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Gauge } from '#src/ui/progress/Gauge.tsx'

afterEach(clearScreen)

test('separates the thousands of both numbers', async () => {
  await showScreen(<Gauge label="Participants" value={1250} max={1_000_000} />)
  await expect.element(page.getByText('1\u202F250 sur 1\u202F000\u202F000', { exact: true })).toBeVisible()
})
