import { expect, type Page, test } from '@playwright/test'
import { hevc, unFilm } from '#tests/support/films.ts'
import { enter, onTablet, stageOfFile } from '#tests/support/journey.ts'
import { keptPictures } from '#tests/support/keptPictures.ts'
import { programs } from '#tests/support/locatedMedia.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'
import { deposer, deposerFichier, validateAll } from '#tests/support/stageMedia.ts'
import { addMedia, openEvenement } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use(onTablet)
test.skip(!programs.ffmpeg, 'ffmpeg makes the films of these journeys')
test.beforeEach(async ({ page }) => {
  const support = await page.evaluate(() =>
    document.createElement('video').canPlayType('video/mp4; codecs="avc1.4d401e"'),
  )
  test.skip(support === '', 'this browser plays no H.264: use the Chromium of the system')
})

/** A clip that this browser does not play, as an iPhone writes it. */
const clip = (seconds = 4) =>
  unFilm({ extension: 'mov', options: [...hevc, '-pix_fmt', 'yuv420p', '-c:a', 'aac'], seconds })

/** The video of the event, validated and with its film, for the tests about what comes after. */
async function aValidatedVideo(stage: Stage): Promise<void> {
  if ((await mediasOf(stage)).length === 0) await deposerFichier(stage, stage.karim, clip())
  await expect.poll(() => lectureEtat(stage)).toBe('FAITE')
  await validateAll(stage)
}

async function openAsGuest(page: Page, stage: Stage): Promise<void> {
  const [media] = await mediasOf(stage)
  const to = `/participant/evenements/${stage.evenementId}/medias?media=${media?.id}`
  await enter(page, stage, { person: stage.lea, to })
}

const lectureEtat = async (stage: Stage) => (await mediasOf(stage))[0]?.lectureEtat
const videoOf = (page: Page) => page.getByRole('dialog').locator('video')
const currentTime = (page: Page) => videoOf(page).evaluate((video: HTMLVideoElement) => video.currentTime)

test('plays a clip of a phone to another guest, after the organiser looked through it and validated it', async ({
  page,
}) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: '/participant/evenements' })
  await openEvenement(page, stage)
  await addMedia(page, [{ name: 'IMG_0042.MOV', mimeType: 'video/quicktime', buffer: clip() }])
  await expect.poll(() => lectureEtat(stage)).toBe('FAITE')

  await enter(page, stage, { person: stage.claire, to: `/organisateur/evenements/${stage.evenementId}/medias` })
  const strip = page.getByRole('slider', { name: 'Parcourir la vidéo' })
  await strip.fill('500')
  const shown = page.locator('[data-current] video')
  await expect.poll(() => shown.evaluate((video: HTMLVideoElement) => Math.round(video.currentTime))).toBe(2)
  expect(await shown.evaluate((video: HTMLVideoElement) => [video.muted, video.videoHeight])).toEqual([true, 240])
  await page.keyboard.press('v')
  await expect.poll(async () => (await mediasOf(stage))[0]?.statut).toBe('VALIDE')

  await openAsGuest(page, stage)
  await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
  // Slowly: at full speed the video may end before the second key.
  await videoOf(page).evaluate(
    (video: HTMLVideoElement) => void Object.assign(video, { muted: true, playbackRate: 0.1 }),
  )
  await page.keyboard.press(' ')
  await expect.poll(() => currentTime(page)).toBeGreaterThan(0.1)
  await page.keyboard.press(' ')
  expect(await videoOf(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
  expect(await videoOf(page).getAttribute('src')).toContain('type=lecture')
})

test('marks a video as Favori by the key F in the viewer of its organiser', async ({ page }) => {
  const stage = scene()
  await aValidatedVideo(stage)
  const [media] = await mediasOf(stage)
  const to = `/organizer/evenements/${stage.evenementId}/medias?media=${media?.id}`
  await enter(page, stage, { person: stage.claire, to })
  await expect(videoOf(page)).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Favori', exact: true })).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => document.fullscreenElement)).toBeNull()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Favori', exact: true })).toHaveAttribute('aria-pressed', 'false')
})

test('says without network that a video cannot be played, over its poster, and plays it afterwards', async ({
  page,
  context,
}) => {
  const stage = scene()
  await aValidatedVideo(stage)
  await openAsGuest(page, stage)
  await expect(videoOf(page)).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await expect(videoOf(page)).toBeVisible()
  // The worker keeps a picture shortly after it is shown.
  await expect.poll(() => keptPictures(page)).toBeGreaterThan(0)
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await context.setOffline(true)
  await page.reload()
  const sentence = page.getByText(/^Sans réseau, cette vidéo ne peut pas être lue/)
  await expect(sentence).toBeVisible()
  const poster = page.getByRole('dialog').locator('figure img')
  await expect.poll(() => poster.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  stage.network.fault = { kind: 'none' }
  await context.setOffline(false)
  await expect.poll(() => videoOf(page).evaluate((video: HTMLVideoElement) => video.readyState)).toBeGreaterThan(0)
})

test('says that a video is being prepared, and plays it without a reload once it is ready', async ({ page }) => {
  const stage = scene()
  const { database } = stage.parts
  await aValidatedVideo(stage)
  const far = '2100-01-01T00:00:00.000Z'
  await database.updateTable('media').set({ lectureEtat: 'A_FAIRE', lectureBail: far }).execute()
  await openAsGuest(page, stage)
  await expect(page.getByText('Préparation de la vidéo')).toBeVisible()
  await expect(videoOf(page)).toHaveCount(0)
  await database.updateTable('media').set({ lectureEtat: 'A_FAIRE', lectureBail: null }).execute()
  // The server looks for work after each deposit.
  await deposer(stage, stage.karim, 1)
  await expect(videoOf(page)).toBeVisible()
})

/** Opens the desk on a pending photo, with a pending video after it. */
async function openPhotoBeforeVideo(page: Page, stage: Stage, seconds: number): Promise<void> {
  await validateAll(stage)
  await deposer(stage, stage.karim, 1)
  await deposerFichier(stage, stage.karim, clip(seconds))
  await expect.poll(async () => (await mediasOf(stage)).at(-1)?.lectureEtat).toBe('FAITE')
  await enter(page, stage, { person: stage.claire, to: `/organisateur/evenements/${stage.evenementId}/medias` })
  await expect(page.locator('[data-current] img')).toBeVisible()
  await expect(page.locator('video')).toHaveCount(1)
}

test('pauses the video of the desk when the photo before it is shown again', async ({ page }) => {
  await openPhotoBeforeVideo(page, scene(), 3)
  await page.keyboard.press('ArrowRight')
  const shown = page.locator('[data-current] video')
  // Slowly: at full speed the video may end before the second key.
  await shown.evaluate((video: HTMLVideoElement) => void Object.assign(video, { playbackRate: 0.1 }))
  await page.keyboard.press(' ')
  await expect.poll(() => shown.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('[data-current] img')).toBeVisible()
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.paused)).toBe(true)
})

test('moves the focus past the video that the desk preloads behind a photo', async ({ page }) => {
  await openPhotoBeforeVideo(page, scene(), 5)
  await page.getByRole('link').first().focus()
  const focused: string[] = []
  do {
    await page.keyboard.press('Tab')
    focused.push(await page.evaluate(() => document.activeElement?.tagName ?? ''))
  } while (focused.at(-1) !== 'BODY')
  expect(focused).toContain('BUTTON')
  expect(focused).not.toContain('VIDEO')
})
