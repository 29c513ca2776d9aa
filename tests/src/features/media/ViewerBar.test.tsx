// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import type { ComponentProps } from 'react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ViewerBar } from '#src/features/media/ViewerBar.tsx'

afterEach(clearScreen)

const none = () => undefined
const actions = { onDownload: none, onShare: none, onDelete: none, isDeleteAKey: false, onRetrait: none }

const show = (props: Pick<ComponentProps<typeof ViewerBar>, 'type' | 'place' | 'count'>) =>
  showScreen(
    <ViewerBar {...props} isZoomed={false} onClose={none} onWhole={none} {...actions}>
      {null}
    </ViewerBar>,
  )

test('separates the thousands of the position, shown and spoken', async () => {
  await show({ type: 'IMAGE', place: 1024, count: 12_480 })
  const place = '1\u202F024 sur 12\u202F480'
  await expect.element(page.getByText(place, { exact: true })).toBeVisible()
  await expect.element(page.getByText(`Photo ${place}`, { exact: true })).toBeInTheDocument()
})

test('announces a video as a video', async () => {
  await show({ type: 'VIDEO', place: 2, count: 3 })
  await expect.element(page.getByText('Vidéo 2 sur 3', { exact: true })).toBeInTheDocument()
})
