import { expect, test } from '@playwright/test'
import { openPhone, type Phone, tablet } from '#tests/support/phone.ts'
import { sha256Of, unePhoto } from '#tests/support/photos.ts'
import { mediasOf, openStage, type Stage } from '#tests/support/stage.ts'
import { addMedia, openEvenement, type PickedMedia, recordVideo, signIn } from '#tests/support/steps.ts'

let stage: Stage
let karim: Phone
let claire: Phone
test.beforeEach(async () => {
  stage = await openStage()
  karim = await openPhone()
  claire = await openPhone(tablet)
})
test.afterEach(async () => {
  await karim.close()
  await claire.close()
  await stage.close()
})

test('sends offline photos after a killed browser without user action, and shows them after validation', async () => {
  await signIn(karim.page, stage, stage.karim)
  await openEvenement(karim.page, stage)
  const video: PickedMedia = { name: 'VID_1.webm', mimeType: 'video/webm', buffer: await recordVideo(karim.page) }
  const photos = await Promise.all(
    [1, 2, 3].map(async (n) => ({ name: `IMG_${n}.jpg`, mimeType: 'image/jpeg', buffer: await unePhoto() })),
  )
  const picked = [...photos, video]

  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await addMedia(karim.page, picked)
  await karim.kill()
  expect(await mediasOf(stage)).toHaveLength(0)

  await karim.relaunch()
  expect(karim.page.url()).toBe('about:blank')
  stage.network.fault = { kind: 'none' }
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(4)
  expect(karim.context.pages().map((page) => page.url())).toEqual(['about:blank'])
  const received = await mediasOf(stage)
  expect(new Set(received.map(({ sha256 }) => sha256))).toEqual(new Set(picked.map(({ buffer }) => sha256Of(buffer))))
  expect(received.map(({ statut }) => statut)).toEqual(['EN_ATTENTE', 'EN_ATTENTE', 'EN_ATTENTE', 'EN_ATTENTE'])

  await signIn(claire.page, stage, stage.claire)
  await claire.page.goto(`${stage.origin}/organisateur/evenements/${stage.evenementId}/medias`)
  for (const left of ['4 médias à voir', '3 médias à voir', '2 médias à voir']) {
    await expect(claire.page.getByText(left)).toBeVisible()
    await claire.page.keyboard.press('v')
  }
  await expect(claire.page.getByText('1 média à voir')).toBeVisible()
  await claire.page.keyboard.press('r')
  await claire.page.keyboard.press('1')
  await expect
    .poll(async () => (await mediasOf(stage)).map(({ statut }) => statut).toSorted())
    .toEqual(['REJETE', 'VALIDE', 'VALIDE', 'VALIDE'])

  await signIn(karim.page, stage, stage.karim)
  await karim.page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  const pictures = karim.page.locator('main img')
  await expect.poll(() => pictures.evaluateAll(visiblePictures)).toBeGreaterThanOrEqual(4)
  // The album only: its notifications may contain the same word.
  const rejected = karim.page.getByRole('main').getByRole('button', { name: /Rejetée/ })
  await expect(rejected.getByText('Rejetée', { exact: true })).toBeVisible()
  await rejected.click()
  await expect(karim.page.getByText('Photo floue').first()).toBeVisible()
})

function visiblePictures(images: (HTMLElement | SVGElement)[]): number {
  return images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length
}
