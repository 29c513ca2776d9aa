import { expect, type Page } from '@playwright/test'

/** Waits until the next photo lies loaded and decoded behind the one on the desk, as it does while somebody looks. */
export async function nextIsReady(page: Page): Promise<void> {
  await expect(page.locator('#contenu [aria-hidden="true"][data-ready]:has(img)')).toHaveCount(1)
}
