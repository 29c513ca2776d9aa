import type { BrowserContext, Page } from '@playwright/test'

/** Slow 4G as Lighthouse draws it, and a processor a quarter as fast as this one. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const slowdown = 4

/** Makes a page as slow as on a cheap phone with a weak network. */
export async function slowDown(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow4G)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
