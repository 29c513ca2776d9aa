import { expect, type Locator, type Page } from '@playwright/test'

/** Presses Tab until the expected element has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = () => target.evaluate((element) => element === document.activeElement)
  for (let n = 0; n < 60 && !(await isThere()); n += 1) await page.keyboard.press('Tab')
  await expect(target).toBeFocused()
}
