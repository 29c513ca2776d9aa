import type { Page } from '@playwright/test'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { openStage, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { signIn } from '#tests/support/steps.ts'
import { median, type Row } from './row.ts'
import { slowDown } from './slowPhone.ts'

const rounds = 5
const path = '/participant/evenements'

/** Time from the start of the app to the events on screen, with the worker's cache and without. */
export const startUp: Row = {
  what: 'start of the installed app on one’s events, online and without network',
  against: 'its cold start',
  goal: '<= 0.55x',
  async measure() {
    const stage = await openStage()
    const phone = await openPhone()
    try {
      await markReady(phone.page)
      await signIn(phone.page, stage, stage.karim, { remember: true })
      await slowDown(phone.context, phone.page)
      const times = { cold: [] as number[], warm: [] as number[], offline: [] as number[] }
      for (let round = 0; round < rounds; round += 1) {
        await forgetFiles(phone, stage)
        times.cold.push(await readyOf(phone.page, stage))
        await phone.page.evaluate(async () => void (await navigator.serviceWorker.ready))
        await readyOf(phone.page, stage)
        times.warm.push(await readyOf(phone.page, stage))
        stage.network.fault = { kind: 'down' }
        await phone.context.setOffline(true)
        times.offline.push(await readyOf(phone.page, stage))
        stage.network.fault = { kind: 'none' }
        await phone.context.setOffline(false)
      }
      const [cold, warm, offline] = [median(times.cold), median(times.warm), median(times.offline)]
      const ratio = Math.max(warm, offline) / cold
      const detail = `cold ${Math.round(cold)} ms, online ${Math.round(warm)} ms, offline ${Math.round(offline)} ms`
      return { figure: `${ratio.toFixed(2)}x`, detail, isMet: ratio <= 0.55 }
    } finally {
      await phone.close()
      await stage.close()
    }
  },
}

/** Records in every page when the event is visible. */
async function markReady(page: Page): Promise<void> {
  await page.addInitScript((titre) => {
    const look = () => {
      if (document.querySelector('main')?.textContent?.includes(titre)) {
        Object.assign(globalThis, { readyAt: performance.now() })
        watch.disconnect()
      }
    }
    const watch = new MutationObserver(look)
    watch.observe(document, { childList: true, subtree: true, characterData: true })
  }, titreEvenement)
}

async function readyOf(page: Page, { origin }: Stage): Promise<number> {
  await page.goto(`${origin}${path}`, { waitUntil: 'commit' })
  const ready = await page.waitForFunction(() => (globalThis as { readyAt?: number }).readyAt, null, {
    timeout: 60_000,
  })
  return Number(await ready.jsonValue())
}

/** Keeps the session and deletes the app's files and data. */
async function forgetFiles({ context, page }: Phone, { origin }: Stage): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await page.goto('about:blank')
  const storageTypes = 'cache_storage,service_workers,indexeddb'
  await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes })
  await devtools.send('Network.clearBrowserCache')
}
