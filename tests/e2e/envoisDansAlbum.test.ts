import { expect, type Page, type Request, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unePhotoDe, unePhotoPriseLe } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { addMedia } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use(onPhone)

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/jpeg', buffer })
const waiting = (page: Page) => page.getByRole('main').getByRole('link', { name: /^Votre photo, / })
const own = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Votre photo, / })

async function openOffline(page: Page, stage: Stage): Promise<void> {
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
  const empty = page.getByText('Pas encore de photos')
  await expect(empty.or(page.locator('main li[aria-setsize]').first())).toBeVisible()
  // The module that reads a photo's date is among the files that the worker caches first.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await page.context().setOffline(true)
}

test('shows a waiting photo in an empty album, with a link to Envois, and then as received', async ({ page }) => {
  const stage = scene()
  await openOffline(page, stage)
  await expect(page.getByText('Pas encore de photos')).toBeVisible()
  await addMedia(page, [file('IMG_1.jpg', await unePhotoPriseLe(new Date()))])
  await expect(waiting(page)).toHaveAccessibleName(/, en attente$/)
  await waiting(page).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/envois`)
  await page.goBack()
  await page.context().setOffline(false)
  await expect(own(page)).toHaveCount(1)
  await expect(own(page).getByText('En attente')).toBeVisible()
  await expect(waiting(page)).toHaveCount(0)
})

test('sorts waiting photos among the others by date, and keeps their position once received', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.lea, 2)
  await validateAll(stage)
  const before = (await mediasOf(stage)).length
  await openOffline(page, stage)
  const hour = 3_600_000
  const photos = await Promise.all([1, 2].map((ago) => unePhotoPriseLe(new Date(Date.now() - ago * hour))))
  await addMedia(
    page,
    photos.map((buffer, at) => file(`IMG_${at}.jpg`, buffer)),
  )
  await expect(waiting(page)).toHaveCount(2)
  const tiles = page.locator('main li[aria-setsize]')
  await expect(tiles).toHaveCount(before + 2)
  // Taken before the photos of the others.
  await expect(tiles.nth(before).getByRole('link')).toBeVisible()
  await expect.poll(() => tiles.locator('img[src^="blob:"]').evaluateAll(widths)).toEqual([320, 320])
  const places = await tiles.evaluateAll(marked)
  await page.context().setOffline(false)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(before + 2)
  await expect(waiting(page)).toHaveCount(0)
  expect(await tiles.evaluateAll(placesOfMarked)).toEqual(places)
})

test('shows the progress of a photo', async ({ page }) => {
  const stage = scene()
  const bytes = 400 * 1024
  await openOffline(page, stage)
  await addMedia(page, [file('IMG_9.jpg', await unePhotoDe(bytes))])
  stage.network.fault = { kind: 'slow', bytesPerSecond: bytes / 20 }
  await page.context().setOffline(false)
  await expect(waiting(page)).toHaveAccessibleName(/, \d+\s% reçus$/)
  stage.network.fault = { kind: 'none' }
  await expect(waiting(page)).toHaveCount(0)
})

test('aborts no request of the album when a delivery and its live event come together', async ({ page }) => {
  const stage = scene()
  const before = (await mediasOf(stage)).length
  const listening = page.waitForResponse('**/api/live')
  const album = watchRequests(page, `/evenements/${stage.evenementId}/medias?`)
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await listening
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  const photos = await Promise.all([20_001, 20_002, 20_003].map(unePhotoDe))
  const chosen = photos.map((buffer, at) => file(`IMG_${at}.jpg`, buffer))
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(chosen)
  const send = page.getByRole('button', { name: /^Envoyer 3.photos/ })
  await send.click({ trial: true })
  // What the opened page asked for has been answered.
  await expect.poll(() => album.open.size).toBe(0)
  album.asked.length = 0
  album.aborted.length = 0
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  // Each request is still on its way when the second news of the same photo comes.
  const slow = { offline: false, latency: 300, downloadThroughput: -1, uploadThroughput: -1 }
  await devtools.send('Network.emulateNetworkConditions', slow)
  await send.click()
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(before + photos.length)
  await expect(waiting(page)).toHaveCount(0)
  expect(album.asked).not.toEqual([])
  expect(album.aborted).toEqual([])
})

/** The requests whose address contains a part: all of them, those without an answer yet, and the aborted ones. */
function watchRequests(page: Page, part: string) {
  const [asked, aborted]: [string[], string[]] = [[], []]
  const open = new Set<Request>()
  const isWatched = (request: Request) => request.url().includes(part)
  page.on('request', (request) => {
    if (!isWatched(request)) return
    asked.push(request.url())
    open.add(request)
  })
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => {
    if (open.delete(request)) aborted.push(request.url())
  })
  return { asked, aborted, open }
}

function widths(images: Element[]): number[] {
  return images.map((image) => (image as HTMLImageElement).naturalWidth)
}

/** Positions of the tiles; a mark identifies the same elements. */
function marked(tiles: Element[]): string[] {
  const first = tiles[0]?.getBoundingClientRect()
  return tiles.map((tile, at) => {
    tile.setAttribute('data-mark', String(at))
    const { x, y } = tile.getBoundingClientRect()
    return `${at} ${x} ${y - (first?.y ?? 0)}`
  })
}

function placesOfMarked(tiles: Element[]): string[] {
  const first = tiles[0]?.getBoundingClientRect()
  return tiles.map((tile) => {
    const { x, y } = tile.getBoundingClientRect()
    return `${tile.getAttribute('data-mark')} ${x} ${y - (first?.y ?? 0)}`
  })
}
