import type { Page } from '@playwright/test'

/** Cumulative layout shift as defined by Web Vitals: impact fraction times distance fraction. */
const goodShift = 0.1

interface Shifts {
  readonly moved: number
  /** The elements that moved, with their old and new distance from the top in pixels. */
  readonly elements: readonly string[]
  /** Notes the shifts that the browser has not reported yet. */
  readonly noteLast: () => void
}

/** https://wicg.github.io/layout-instability/#sec-layout-shift */
interface LayoutShift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/**
 * Records layout shifts of this page from its next navigation on; delays each answer to a separate frame. The result
 * returns a finding when the page has moved by `most` or more, by default what Web Vitals calls good.
 */
export async function watchLayoutShift(page: Page): Promise<(where: string, most?: number) => Promise<string[]>> {
  await answerOneAfterTheOther(page)
  await page.addInitScript(noteShifts)
  return async (where, most = goodShift) => {
    const { moved, elements } = await page.evaluate(() => {
      const noted = globalThis as unknown as Shifts
      noted.noteLast()
      return { moved: noted.moved, elements: noted.elements }
    })
    return moved < most ? [] : [`${where}: moved by ${moved.toFixed(3)} (${elements.join(', ')})`]
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
  const noted = Object.assign(globalThis, { moved: 0, elements: [] as string[], noteLast })
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })

  function noteLast(): void {
    note(observer.takeRecords())
  }
  function note(entries: PerformanceEntryList): void {
    for (const { value, hadRecentInput, sources } of entries as LayoutShift[]) {
      if (hadRecentInput) continue
      noted.moved += value
      for (const { node, previousRect, currentRect } of sources)
        noted.elements.push(
          `${node instanceof Element ? node.outerHTML.slice(0, 80) : node?.textContent} from ${previousRect.y} to ${currentRect.y}`,
        )
    }
  }
}
