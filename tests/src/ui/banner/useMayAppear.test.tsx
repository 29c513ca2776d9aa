// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Banner } from '#src/ui/banner/Banner.tsx'

afterEach(() => {
  clearScreen()
  vi.restoreAllMocks()
})

const banner = page.getByRole('status')

/** Shows a banner while a button of the page is pressed. */
async function showWhilePressed(bar: boolean): Promise<void> {
  const find = document.querySelector.bind(document)
  vi.spyOn(document, 'querySelector').mockImplementation((selector: string) =>
    selector === ':active' ? document.body : find(selector),
  )
  await showScreen(
    <>
      <Banner bar={bar} announce="status">
        Deux photos attendent.
      </Banner>
      <p>Page</p>
    </>,
  )
  await expect.element(page.getByText('Page')).toBeVisible()
}

test.each(['pointerup', 'pointercancel', 'keyup', 'blur'])(
  'shows a bar above the page only after the press has ended: %s',
  async (release) => {
    await showWhilePressed(true)
    await expect.element(banner).not.toBeInTheDocument()
    dispatchEvent(new Event(release))
    await expect.element(banner).toBeVisible()
  },
)

test('shows a banner inside the page at once', async () => {
  await showWhilePressed(false)
  await expect.element(banner).toBeVisible()
})
