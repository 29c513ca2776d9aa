import type { Page } from '@playwright/test'

/** Number of small pictures in the worker's cache on this phone. */
export function keptPictures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('eclats-images-'))
    const kept = await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length))
    return kept.reduce((sum, count) => sum + count, 0)
  })
}
