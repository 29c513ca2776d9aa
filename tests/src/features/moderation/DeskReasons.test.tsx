// First import: it declares the order of the style layers.
import { clearScreen, showScreen } from '../../screen.tsx'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { DeskReasons, ReasonList } from '#src/features/moderation/DeskReasons.tsx'

afterEach(clearScreen)

const buttons = page.getByRole('button')

test.each([
  ['a phone', 390, 844, <ReasonList key="liste" onReason={() => undefined} />],
  ['a tablet', 820, 1180, <DeskReasons key="bureau" armed={false} onReason={() => undefined} />],
  ['a computer', 1280, 800, <DeskReasons key="bureau" armed={false} onReason={() => undefined} />],
] as const)('fills every row of the reasons on %s', async (_, width, height, reasons) => {
  await page.viewport(width, height)
  await showScreen(reasons)
  await expect.element(buttons.last()).toBeVisible()
  const boxes = buttons.elements().map((button) => button.getBoundingClientRect())
  const rows = [...Map.groupBy(boxes, ({ top }) => top).values()]
  const list = page.getByRole('list').element().getBoundingClientRect()
  for (const row of rows) {
    expect(row[0]?.left).toBe(list.left)
    expect(row.at(-1)?.right).toBe(list.right)
  }
})
