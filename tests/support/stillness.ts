import type { Page } from '@playwright/test'

/** Cumulative layout shift as defined by Web Vitals: impact fraction times distance fraction. */
const calm = 0.1

/** Records layout shifts of this page from its next navigation on; delays each answer to a separate frame. */
export async function watchStillness(page: Page): Promise<(where: string) => Promise<string[]>> {
  await answerOneAfterTheOther(page)
  await page.addInitScript(noteShifts)
  return async (where) => {
    const moved = await page.evaluate(() => (globalThis as unknown as { moved: number }).moved)
    return moved < calm ? [] : [`${where}: moved by ${moved.toFixed(3)}`]
  }
}

/** As on a slow network, where no two answers arrive at once. */
async function answerOneAfterTheOther(page: Page): Promise<void> {
  let last = Promise.resolve()
  await page.route(/\/api\/(?!live)/, async (route) => {
    last = last.then(() => new Promise((resolve) => setTimeout(resolve, 40)))
    await last
    await route.continue()
  })
}

/** Shifts after user input do not count. */
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
