// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { Bell } from 'lucide-react'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Banner } from '#src/ui/banner/Banner.tsx'
import { Button } from '#src/ui/button/Button.tsx'

afterEach(clearScreen)

const words = page.getByText('Soyez prévenu', { exact: false })
const action = page.getByRole('button', { name: 'Me prévenir' })

async function showBanner(width: string) {
  await page.viewport(820, 844)
  await showScreen(
    <div style={{ width }}>
      <Banner icon={<Bell />} action={<Button>Me prévenir</Button>}>
        Soyez prévenu quand vos photos sont validées, même quand l'application est fermée.
      </Banner>
    </div>,
  )
  await expect.element(action).toBeVisible()
  return { text: words.element().getBoundingClientRect(), button: action.element().getBoundingClientRect() }
}

test('places the action below the text when the text would become narrow', async () => {
  const { text, button } = await showBanner('22rem')
  expect(button.top).toBeGreaterThanOrEqual(text.bottom)
  expect(text.width).toBeGreaterThan(200)
})

test('keeps the action beside the text when there is enough width', async () => {
  const { text, button } = await showBanner('44rem')
  expect(button.left).toBeGreaterThanOrEqual(text.right)
})
