import type { Page } from '@playwright/test'

/** How much of a screen may move by itself, as Web Vitals count it: part of the screen times part of its height. */
const calm = 0.1

/** Notes on this page, from its next address on, what moves by itself; each answer comes in a frame of its own. */
export async function watchStillness(page: Page): Promise<(where: string) => Promise<string[]>> {
  await answerOneAfterTheOther(page)
  await page.addInitScript(noteShifts)
  return async (where) => {
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)
    return moved < calm ? [] : [`${where}: moved by ${moved.toFixed(3)}`]
  }
}

/** As on a slow line, where no two answers come at once. */
async function answerOneAfterTheOther(page: Page): Promise<void> {
  let last = Promise.resolve()
  await page.route(/\/api\/(?!live)/, async (route) => {
    last = last.then(() => new Promise((resolve) => setTimeout(resolve, 40)))
    await last
    await route.continue()
  })
}

/** What follows a press does not count. */
function noteShifts(): void {
  const noted = globalThis as unknown as { moved: number }
  noted.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean }
      if (!hadRecentInput) noted.moved += value
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
