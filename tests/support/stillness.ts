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
  const devtools = await page.context().newCDPSession(page)
  let last = Promise.resolve()
  const goOn = async (requestId: string, isLive: boolean) => {
    if (!isLive) {
      last = last.then(() => new Promise((resolve) => setTimeout(resolve, 40)))
      await last
    }
    // Refused when the page has been left meanwhile.
    await devtools.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
  }
  devtools.on(
    'Fetch.requestPaused',
    ({ requestId, request }) => void goOn(requestId, request.url.includes('/api/live')),
  )
  // `page.route` would also switch off the cache: every page would load and compile its scripts again.
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/*' }] })
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
