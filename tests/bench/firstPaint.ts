import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Browser } from '@playwright/test'
import { openStage } from '#tests/support/stage.ts'
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.ts'
import { median, type Row } from './row.ts'
import { slowDown } from './slowPhone.ts'

const rounds = 11

/** Time until the first paint on a new phone: the landing page, and a plain page with the same text. */
export const firstPaint: Row = {
  what: 'first paint of the landing page, cold, slow 4G, processor slowed 4 times',
  against: 'a static page with the same text',
  goal: '<= 1.2x',
  async measure() {
    const stage = await openStage()
    const executablePath = chromiumPath()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
    const plain = await startPlainPage(await wordsOf(browser, stage.origin))
    try {
      const [ours, theirs]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round += 1) {
        ours.push(await paintOf(browser, `${stage.origin}/`))
        theirs.push(await paintOf(browser, plain.origin))
      }
      // Of each pair: other work on the machine slows both of its measurements.
      const ratio = median(ours.map((time, round) => time / (theirs[round] ?? Number.NaN)))
      const detail = `ours ${Math.round(median(ours))} ms, static ${Math.round(median(theirs))} ms`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 1.2 }
    } finally {
      plain.stop()
      await browser.close()
      await stage.close()
    }
  },
}

async function wordsOf(browser: Browser, address: string): Promise<string> {
  const page = await browser.newPage()
  await page.goto(address)
  const words = await page.locator('body').innerText()
  await page.close()
  return words
}

async function startPlainPage(words: string) {
  const paragraphs = words
    .split('\n')
    .map((line) => `<p>${line}</p>`)
    .join('')
  const html = `<!doctype html><html lang="fr"><meta charset="utf-8"><title>Éclats</title><body>${paragraphs}</body></html>`
  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(html))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => server.close() }
}

/** Milliseconds to the first contentful paint, in a new browser profile. */
async function paintOf(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await slowDown(context, page)
  await page.goto(address)
  const paint = await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)
  const time = Number(await paint.jsonValue())
  await context.close()
  return time
}
