import { expect, type Page } from '@playwright/test'

/** Waits until the next photo is preloaded and decoded behind the current one on the review page. */
export async function nextIsReady(page: Page): Promise<void> {
  await expect(page.locator('#contenu [aria-hidden="true"][data-ready]:has(img)')).toHaveCount(1)
}
