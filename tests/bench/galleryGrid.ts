import { link, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { unGrandAlbum } from '#tests/support/grandAlbum.ts'
import { enter } from '#tests/support/journey.ts'
import { openStage, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { chromiumArgs, chromiumPath } from '../../scripts/chromium.ts'
import { plainGrid } from './peers/plainGrid.ts'
import { median, type Row } from './row.ts'
import { variantPath } from '#tests/support/storedFiles.ts'

const nombre = 10_000
const phone = { viewport: { width: 390, height: 844 }, locale: 'fr-FR' }
const rounds = 5
const slowdown = 4
const frames = 150

/** An album of thousands on a slow phone: time to the first photos, and scrolling from end to end. */
export const galleryGrid: Row = {
  what: `grid of ${nombre} media, processor slowed ${slowdown} times: opened, long tasks of a full scroll, elements of the body`,
  against: 'a page of as many lazy images',
  goal: '<= 0.12x, <= 0.04x, <= 600',
  async measure() {
    const stage = await openStage()
    const executablePath = chromiumPath()
    const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: chromiumArgs })
    try {
      await fillAlbum(stage)
      const page = await signedIn(browser, stage)
      const ready = { ours: [] as number[], theirs: [] as number[] }
      // On a phone the worker has cached the app's files, so the first visit is not part of the gallery's time.
      await openOurs(page, stage)
      for (let round = 0; round < rounds; round += 1) {
        ready.theirs.push(await onPlain(browser, stage, firstPictures))
        ready.ours.push(await openOurs(page, stage))
      }
      const ours = await page.evaluate(scrollThrough, frames)
      const theirs = await onPlain(browser, stage, async (plain) => {
        await firstPictures(plain)
        return plain.evaluate(scrollThrough, frames)
      })
      const opened = median(ready.ours) / median(ready.theirs)
      const long = ours.long / theirs.long
      const show = (times: readonly number[], { long: ms, elements }: typeof ours) =>
        `opened ${times.map(Math.round).join(' ')} ms, long tasks ${Math.round(ms)} ms, ${elements} elements`
      return {
        figure: `${opened.toFixed(2)}x, ${long.toFixed(3)}x, ${ours.elements}`,
        detail: `ours: ${show(ready.ours, ours)}; lazy images: ${show(ready.theirs, theirs)}`,
        isMet: opened <= 0.12 && long <= 0.04 && ours.elements <= 600,
      }
    } finally {
      await browser.close()
      await stage.close()
    }
  },
}

/** Every media has a preview: one drawn file under many names. */
async function fillAlbum(stage: Stage): Promise<void> {
  const { parts, evenementId } = stage
  await unGrandAlbum(stage, { evenementId, nombre })
  const { storage } = parts.medias
  const first = variantPath(storage, `grand-album-${evenementId}-0`, '400.webp')
  await mkdir(dirname(first), { recursive: true })
  await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .webp()
    .toFile(first)
  for (let n = 1; n < nombre; n += 1) {
    const path = variantPath(storage, `grand-album-${evenementId}-${n}`, '400.webp')
    await mkdir(dirname(path), { recursive: true })
    await link(first, path)
  }
}

async function signedIn(browser: Browser, stage: Stage): Promise<Page> {
  const page = await (await browser.newContext({ ...phone, serviceWorkers: 'block' })).newPage()
  await enter(page, stage, { person: stage.karim, to: '/participant/evenements' })
  await slow(page)
  return page
}

async function slow(page: Page): Promise<void> {
  await page.addInitScript(noteLongTasks)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** Starts in the list of events of the running app: the app start has its own row. */
async function openOurs(page: Page, stage: Stage): Promise<number> {
  await page.goto(`${stage.origin}/participant/evenements`)
  const entrance = page.getByRole('link', { name: titreEvenement }).first()
  await entrance.waitFor()
  await page.waitForTimeout(1500)
  const begun = await entrance.evaluate((element: HTMLElement) => {
    element.click()
    return performance.now()
  })
  return (await firstPictures(page)) - begun
}

/** Total memory, little of it for the page itself; in a separate browser, because 10 000 images fill it. */
async function onPlain<T>(browser: Browser, stage: Stage, look: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  const address = `${stage.origin}${plainGrid.path}`
  await page.route(address, (route) =>
    route.fulfill({ contentType: 'text/html', body: plainGrid.html(stage.evenementId, stage.karim.token) }),
  )
  await slow(page)
  await page.goto(address, { waitUntil: 'commit' })
  // Request interception would slow down every request.
  await page.unroute(address)
  const seen = await look(page)
  await context.close()
  return seen
}

async function firstPictures(page: Page): Promise<number> {
  const seen = await page.waitForFunction(
    () => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('main [data-media] img')].slice(0, 3)
      const isThere =
        pictures.length === 3 && pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      return isThere ? performance.now() : undefined
    },
    null,
    { timeout: 600_000, polling: 'raf' },
  )
  return Number(await seen.jsonValue())
}

function noteLongTasks(): void {
  const noted = { long: 0 }
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) noted.long += duration
  }).observe({ type: 'longtask' })
  Object.assign(globalThis, { noted })
}

async function scrollThrough(count: number): Promise<{ long: number; elements: number }> {
  const { noted } = globalThis as unknown as { noted: { long: number } }
  noted.long = 0
  let elements = 0
  for (let frame = 0; frame <= count; frame += 1) {
    scrollTo({ top: (document.documentElement.scrollHeight * frame) / count, behavior: 'instant' })
    await new Promise((resolve) => {
      requestAnimationFrame(resolve)
    })
    if (frame % 20 === 0) elements = Math.max(elements, document.body.getElementsByTagName('*').length)
  }
  await new Promise((resolve) => {
    setTimeout(resolve, 1000)
  })
  return { long: noted.long, elements }
}
