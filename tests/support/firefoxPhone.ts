import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, launch } from 'puppeteer-core'
import { type EnginePhone, type EngineTab, elementTimeoutMs } from './engineTab.ts'

/** A Firefox with its own profile, which a restart reuses. */
export interface FirefoxPhone extends EnginePhone {
  /** SIGKILL: nothing is flushed. */
  kill(): Promise<void>
}

/**
 * @param executablePath the program
 * @param options forbidsStorage: the person has forbidden the browser to keep data of any site
 */
export async function openFirefox(executablePath: string, { forbidsStorage = false } = {}): Promise<FirefoxPhone> {
  const userDataDir = await mkdtemp(join(tmpdir(), 'eclats-firefox-'))
  const begin = () =>
    launch({
      browser: 'firefox',
      executablePath,
      userDataDir,
      extraPrefsFirefox: {
        'intl.accept_languages': 'fr-FR, fr',
        ...(forbidsStorage && { 'network.cookie.cookieBehavior': 2 }),
      },
      env: { ...process.env, TZ: 'Europe/Paris' },
    })
  let browser = await begin()
  let tab = await openTab(browser)
  return {
    get tab() {
      return tab
    },
    open: () => openTab(browser),
    async kill() {
      const child = browser.process()
      if (!child) throw new Error('Firefox does not run')
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async relaunch() {
      browser = await begin()
      tab = await openTab(browser)
    },
    async close() {
      await browser.close()
      await rm(userDataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openTab(browser: Browser): Promise<EngineTab> {
  const page = await browser.newPage()
  await page.setViewport({ width: 390, height: 844 })
  const at = (place: string) => page.locator(`::-p-xpath(${place})`).setTimeout(elementTimeoutMs)
  return {
    async goto(url) {
      await page.goto(url)
    },
    press: (place) => at(place).click(),
    write: (place, text) => at(place).fill(text),
    async pick(place, paths) {
      const found = await page.waitForSelector(`::-p-xpath(${place})`, { timeout: elementTimeoutMs })
      const field = await found?.toElement('input')
      await field?.uploadFile(...paths)
    },
    evaluate: async (ask) => page.evaluate(ask),
    close: () => page.close(),
  }
}
