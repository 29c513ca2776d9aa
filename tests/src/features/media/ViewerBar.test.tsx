// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ViewerBar } from '#src/features/media/ViewerBar.tsx'

afterEach(clearScreen)

test('separates the thousands of the position, shown and spoken', async () => {
  const none = () => undefined
  const actions = { onDownload: none, onShare: none, onDelete: none, isDeleteAKey: false, onRetrait: none }
  await showScreen(
    <ViewerBar place={1024} count={12_480} isZoomed={false} onClose={none} onWhole={none} {...actions}>
      {null}
    </ViewerBar>,
  )
  const place = '1\u202F024 sur 12\u202F480'
  await expect.element(page.getByText(place, { exact: true })).toBeVisible()
  await expect.element(page.getByText(`Photo ${place}`, { exact: true })).toBeInTheDocument()
})
