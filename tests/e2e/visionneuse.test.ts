import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { badGateway } from '#tests/support/answers.ts'
import { Fingers } from '#tests/support/fingers.ts'
import { answerInstead, clearFault, enter, onPhone, stageOfFile, withoutWorker } from '#tests/support/journey.ts'
import { keptPictures } from '#tests/support/keptPictures.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...withoutWorker })
test.beforeAll(async () => {
  await deposer(scene(), scene().lea, 4)
  await validateAll(scene())
})

/** The centre of the screen of `onPhone` and the size of the picture: 390 by 292 pixels. */
const middle = { x: 195, y: 422 }
const beside = (dx: number, dy = 0) => ({ x: middle.x + dx, y: middle.y + dy })
const viewerOf = (page: Page) => page.getByRole('dialog', { name: /^Photo de Léa/ })
const place = (page: Page) => viewerOf(page).getByText(/^\d+ sur \d+$/)
const picture = (page: Page) => page.locator('[data-slot="0"] > [data-zooms]')

async function openSecond(page: Page): Promise<Fingers> {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.locator('main li[aria-posinset="2"] button').click()
  await expect(place(page)).toHaveText(/^2 sur \d+$/)
  await expect(picture(page).locator('img[data-loaded]')).toHaveCount(2)
  // The view transition from the grid takes every touch, also between the change of the page and its first frame.
  await expect.poll(() => page.evaluate(() => document.activeViewTransition)).toBeNull()
  return Fingers.of(page)
}

/** Left edge and size of the current picture's box once it no longer moves. */
async function boxAtRest(page: Page) {
  const box = async () => JSON.stringify(await picture(page).boundingBox())
  let before = ''
  const isStill = async () => {
    // A busy renderer may draw no frame between two measurements, which are then equal in the middle of a movement.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    const now = await box()
    const isSame = now === before
    before = now
    return isSame
  }
  await expect.poll(isStill, { intervals: [100] }).toBe(true)
  return JSON.parse(before) as { x: number; y: number; width: number; height: number }
}

test('follows the finger and changes the photo, with resistance before the first one', async ({ page }) => {
  const fingers = await openSecond(page)
  await fingers.down(beside(100))
  await fingers.move([beside(100)], [beside(-60)])
  // Movement counts from where the direction was clear: after one step of 20 pixels.
  await expect.poll(async () => (await picture(page).boundingBox())?.x).toBe(-140)
  await fingers.up(200)
  await expect(place(page)).toHaveText(/^3 sur/)
  expect((await boxAtRest(page)).x).toBe(0)
  // A short and slow drag springs back.
  await fingers.drag(beside(50), beside(-30), { restMs: 200 })
  expect((await boxAtRest(page)).x).toBe(0)
  await expect(place(page)).toHaveText(/^3 sur/)
  // A short and quick drag changes the photo.
  await fingers.drag(beside(-40), beside(40), { ms: 60 })
  await expect(place(page)).toHaveText(/^2 sur/)
  await boxAtRest(page)
  await fingers.drag(beside(-40), beside(40), { ms: 60 })
  await expect(place(page)).toHaveText(/^1 sur/)
  await boxAtRest(page)
  await fingers.down(beside(-150))
  await fingers.move([beside(-150)], [beside(150)])
  const pulled = (await picture(page).boundingBox())?.x ?? 0
  expect(pulled).toBeGreaterThan(20)
  expect(pulled).toBeLessThan(120)
  await fingers.up()
  await expect.poll(async () => (await boxAtRest(page)).x).toBe(0)
  await expect(place(page)).toHaveText(/^1 sur/)
})

test('zooms around two fingers, pans within bounds and keeps the bars visible', async ({ page }) => {
  const fingers = await openSecond(page)
  await fingers.dragTwo([beside(-40), beside(40)], [beside(-100), beside(100)])
  await expect(viewerOf(page)).toHaveAttribute('data-zoomed')
  const large = await boxAtRest(page)
  expect(large.width).toBeCloseTo(390 * 2.5, -1)
  // The pinch was centred: the centre stays.
  expect(large.x + large.width / 2).toBeCloseTo(195, 0)
  await fingers.drag(beside(-150), beside(-50), { restMs: 200 })
  expect((await boxAtRest(page)).x).toBeGreaterThan(large.x + 50)
  // Short drags far beyond the edge stop at the edge of the same photo.
  for (let n = 0; n < 4; n += 1) {
    await fingers.drag(beside(-50), beside(50), { restMs: 200 })
    await boxAtRest(page)
  }
  expect((await boxAtRest(page)).x).toBeCloseTo(0, 0)
  await expect(place(page)).toHaveCount(0)
  await page.getByRole('button', { name: "Taille d'écran" }).click()
  await expect(place(page)).toHaveText(/^2 sur/)
  await fingers.doubleTap(middle)
  await expect(viewerOf(page)).toHaveAttribute('data-zoomed')
  await boxAtRest(page)
  await page.getByRole('button', { name: 'Fermer' }).click()
  await expect(viewerOf(page)).toBeHidden()
})

test('leaves a zoomed photo to the next one only by a long drag @long', async ({ page }) => {
  const fingers = await openSecond(page)
  await fingers.doubleTap(middle)
  await expect(viewerOf(page)).toHaveAttribute('data-zoomed')
  await boxAtRest(page)
  await fingers.drag(beside(150), beside(-150), { restMs: 200 })
  await fingers.drag(beside(60), beside(-60), { restMs: 200 })
  await boxAtRest(page)
  // Quick, and slightly beyond the edge: springs back.
  await fingers.drag(beside(40), beside(-60), { ms: 60 })
  expect((await boxAtRest(page)).x).toBeLessThan(-500)
  await expect(viewerOf(page)).toHaveAttribute('data-zoomed')
  await fingers.drag(beside(180), beside(-180), { restMs: 200 })
  await expect(place(page)).toHaveText(/^3 sur/)
  await expect(viewerOf(page)).not.toHaveAttribute('data-zoomed')
})

test('never changes the photo with two fingers @long', async ({ page }) => {
  const fingers = await openSecond(page)
  for (const by of [-220, 220]) {
    const [a, b] = [beside(-by / 2, -40), beside(-by / 2, 40)]
    await fingers.dragTwo(
      [a, b],
      [
        { x: a.x + by, y: a.y },
        { x: b.x + by, y: b.y },
      ],
    )
    await boxAtRest(page)
    await expect(place(page)).toHaveText(/^2 sur/)
  }
  // The first finger had started a swipe before the second one.
  await fingers.down(beside(150))
  await fingers.move([beside(150)], [beside(-50)])
  await fingers.down(beside(-50), beside(-50, 100))
  await fingers.move([beside(-50), beside(-50, 100)], [beside(-150), beside(-150, 100)])
  await fingers.up()
  expect((await boxAtRest(page)).x).toBe(0)
  await expect(place(page)).toHaveText(/^2 sur/)
})

test('closes when a photo is dragged down far enough, and with the back button', async ({ page }) => {
  const fingers = await openSecond(page)
  await fingers.drag(middle, beside(0, 90), { restMs: 200 })
  expect(await boxAtRest(page)).toMatchObject({ x: 0, y: 0 })
  await expect(viewerOf(page)).toBeVisible()
  await fingers.drag(middle, beside(20, 300), { restMs: 200 })
  await expect(viewerOf(page)).toBeHidden()
  await expect(page).not.toHaveURL(/media=/)
  await page.locator('main li[aria-posinset="2"] button').click()
  await expect(viewerOf(page)).toBeVisible()
  await page.goBack()
  await expect(viewerOf(page)).toBeHidden()
})

test('hides the bars at a tap and shows them again on keyboard focus', async ({ page }) => {
  const fingers = await openSecond(page)
  const close = page.getByRole('button', { name: 'Fermer' })
  const bar = viewerOf(page).locator('header')
  await fingers.tap(middle)
  await expect(bar).toHaveCSS('opacity', '0')
  // Still present for screen readers.
  await expect(close).toBeAttached()
  await fingers.tap(middle)
  await expect(bar).toHaveCSS('opacity', '1')
  await fingers.tap(middle)
  await expect(bar).toHaveCSS('opacity', '0')
  await page.keyboard.press('Tab')
  await expect(bar).toHaveCSS('opacity', '1')
})

test('navigates and zooms with the keyboard, and zooms with Ctrl and the wheel', async ({ page }) => {
  await openSecond(page)
  await page.keyboard.press('End')
  await expect(place(page)).toHaveText(/^(\d+) sur \1$/)
  await expect(page.getByRole('button', { name: 'Autres actions' })).toBeVisible()
  await page.keyboard.press('Home')
  await expect(place(page)).toHaveText(/^1 sur/)
  await page.keyboard.press('ArrowRight')
  await expect(place(page)).toHaveText(/^2 sur/)
  await page.keyboard.press('+')
  await expect(viewerOf(page)).toHaveAttribute('data-zoomed')
  const { x } = await boxAtRest(page)
  await page.keyboard.press('ArrowRight')
  expect((await boxAtRest(page)).x).toBeLessThan(x)
  await page.keyboard.press('0')
  await expect(viewerOf(page)).not.toHaveAttribute('data-zoomed')
  await page.mouse.move(middle.x, middle.y)
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect(viewerOf(page)).toHaveAttribute('data-zoomed')
  await page.keyboard.press('Escape')
  await expect(viewerOf(page)).toBeHidden()
})

test('announces the photo once when several are skipped', async ({ page }) => {
  await page.clock.install()
  await openSecond(page)
  const spoken = viewerOf(page)
    .getByRole('status')
    .filter({ hasText: /^Photo/ })
  await expect(spoken).toHaveText(/^Photo 2 sur \d+$/)
  await spoken.evaluate((region) => {
    const said: string[] = []
    Object.assign(globalThis, { said })
    new MutationObserver(() => said.push(region.textContent)).observe(region, { subtree: true, characterData: true })
  })
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  for (const [key, shown] of [
    ['Home', /^1 sur \d+$/],
    ['End', /^(\d+) sur \1$/],
    ['Home', /^1 sur \d+$/],
  ] as const) {
    await page.keyboard.press(key)
    await expect(place(page)).toHaveText(shown)
    await page.clock.runFor(100)
  }
  const said = () => page.evaluate(() => (globalThis as unknown as { said: string[] }).said)
  expect(await said()).toEqual([])
  await page.clock.runFor(1000)
  expect(await said()).toEqual([expect.stringMatching(/^Photo 1 sur \d+$/)])
})

test('shares the file itself, and never an address', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(globalThis, { shared: [] })
    const share = (data: ShareData) => {
      const { shared } = globalThis as unknown as { shared: unknown[] }
      shared.push({ keys: Object.keys(data), types: data.files?.map(({ type, size }) => ({ type, isFull: size > 0 })) })
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'canShare', { value: ({ files }: ShareData) => files !== undefined })
    Object.defineProperty(navigator, 'share', { value: share })
    const { matchMedia } = globalThis
    globalThis.matchMedia = (query) => matchMedia(query === '(pointer: coarse)' ? 'all' : query)
  })
  await openSecond(page)
  await page.getByRole('button', { name: 'Partager' }).click()
  await expect
    .poll(() => page.evaluate(() => (globalThis as unknown as { shared: unknown }).shared))
    .toEqual([{ keys: ['files'], types: [{ type: 'image/jpeg', isFull: true }] }])
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('keeps the small picture with a message until the network is back', async ({ page }) => {
    const stage = scene()
    answerInstead(stage, /GET \S*type=custom/, badGateway)
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
    const tile = page.locator('main li[aria-posinset="2"]')
    await expect(tile.locator('img[data-loaded]')).toBeVisible()
    // The worker has cached the picture.
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await page.reload()
    await expect(tile.locator('img[data-loaded]')).toBeVisible()
    await expect.poll(() => keptPictures(page)).toBe(await page.locator('main li img').count())
    await page.context().setOffline(true)
    await tile.locator('button').click()
    const sentence = viewerOf(page).getByText(
      typographie('Hors ligne : petite image. La grande viendra avec le réseau.'),
    )
    await expect(sentence).toBeVisible()
    await expect(viewerOf(page).getByRole('button', { name: phrases.reessayer })).toHaveCount(0)
    await expect(picture(page).locator('img[data-loaded]')).toHaveCount(1)
    clearFault(stage)
    await page.context().setOffline(false)
    await expect(picture(page).locator('img[data-loaded]')).toHaveCount(2)
    await expect(sentence).toHaveCount(0)
  })
})

test('offers a retry when the server has no large picture', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, /GET \S*type=custom/, badGateway)
  await page.clock.install()
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.locator('main li[aria-posinset="2"] button').click()
  await expect(viewerOf(page).getByText(typographie("Petite image : la grande n'est pas arrivée."))).toBeVisible()
  // From here on only the button retries.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 300))
  clearFault(stage)
  await viewerOf(page).getByRole('button', { name: phrases.reessayer }).click()
  await expect(picture(page).locator('img[data-loaded]')).toHaveCount(2)
})

test('says that the photo is missing when only its blurred preview is shown', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, /GET \S*type=/, badGateway)
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.locator('main li[aria-posinset="2"] button').click()
  const viewer = viewerOf(page)
  await expect(viewer.getByText("La photo n'est pas arrivée.")).toBeVisible()
  await page.context().setOffline(true)
  await expect(viewer.getByText(typographie('Hors ligne : la photo viendra avec le réseau.'))).toBeVisible()
  clearFault(stage)
  await page.context().setOffline(false)
  await expect(picture(page).locator('> img[data-loaded]')).toHaveCount(1)
  await expect(viewer.getByText(/La photo|petite image/i)).toHaveCount(0)
})

test('shows the places of the neighbouring photos on a wide screen without their thumbnails', async ({ page }) => {
  const stage = scene()
  await page.setViewportSize({ width: 1280, height: 800 })
  answerInstead(stage, /GET \S*type=/, badGateway)
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.locator('main li[aria-posinset="2"] button').click()
  const places = viewerOf(page).getByRole('list', { name: 'Photos voisines' }).getByRole('button')
  await expect(places.first()).toBeVisible()
  for (const button of await places.all()) await expect(button).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
})

test('retries a large picture by itself after a while @long', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, /GET \S*type=custom/, badGateway)
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  await page.locator('main li[aria-posinset="2"] button').click()
  const sentence = viewerOf(page).getByText(typographie("Petite image : la grande n'est pas arrivée."))
  await expect(sentence).toBeVisible()
  clearFault(stage)
  await expect(picture(page).locator('img[data-loaded]')).toHaveCount(2)
  await expect(sentence).toHaveCount(0)
})

test('has readable buttons in the sheet over a photo, light and dark, with the removal request', async ({ page }) => {
  await openSecond(page)
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Je suis dessus, la retirer' }).click()
  await expect(page.getByRole('dialog', { name: 'Demander le retrait' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Envoyer la demande' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(send).toHaveCSS('background-color', 'oklch(0.72 0.168 31)')
    const violations = await axeViolations(page, { onlyColors: true })
    expect(violations).toEqual([])
  }
  const { database } = scene().parts
  const kept = () => database.selectFrom('demandeRetrait').select(['motif', 'mineur']).execute()
  await send.click()
  await expect(page.getByText('Demande envoyée', { exact: true })).toBeVisible()
  expect(await kept()).toEqual([{ motif: '', mineur: 0 }])
  await page.getByRole('button', { name: 'Autres actions' }).click()
  await page.getByRole('button', { name: 'Je suis dessus, la retirer' }).click()
  await page.getByLabel('Un mineur figure sur la photo').check()
  await send.click()
  await expect.poll(kept).toEqual([{ motif: '', mineur: 1 }])
})

test('shows neighbours in a film strip on a wide screen, as a window of a large album @long', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openSecond(page)
  const film = viewerOf(page).getByRole('list', { name: 'Photos voisines' })
  await expect(film.getByRole('button')).toHaveCount(await countOf(page))
  await film.getByRole('button').nth(2).click()
  await expect(place(page)).toHaveText(/^3 sur/)
  await expect(film.locator('[aria-current]')).toHaveCount(1)
})

async function countOf(page: Page): Promise<number> {
  const words = (await place(page).textContent()) ?? ''
  return Math.min(Number(words.split(' ').at(-1)), 8)
}
