import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia, openEvenement, signIn } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use(onPhone)

test('asks for the photos again when the browser deletes the storage of an open page', async ({ page }) => {
  const stage = scene()
  await signIn(page, stage, stage.karim)
  await openEvenement(page, stage)
  const photos = await Promise.all(
    ['IMG_1.jpg', 'IMG_2.jpg'].map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await unePhoto() })),
  )
  stage.network.fault = { kind: 'down' }
  await addMedia(page, photos)
  await page
    .getByRole('link', { name: /^Envois/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByText(/^2.photos en sécurité sur ce téléphone/).first()).toBeVisible()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: stage.origin, storageTypes: 'indexeddb' })
  await expect(page.getByText(/^Le navigateur a effacé sa copie de cet appareil/)).toHaveCount(2)
  await expect(page.getByText(/en sécurité sur ce téléphone/)).toHaveCount(0)
  stage.network.fault = { kind: 'none' }
  await page.reload()
  await page.getByRole('button', { name: /^Choisir à nouveau ces.2$/ }).click()
  const sheet = page.getByRole('dialog', { name: phrases.ajouterMedia })
  await sheet.getByLabel('Choisir des photos ou des vidéos').setInputFiles(photos)
  await sheet.getByRole('button', { name: 'Envoyer 2 photos' }).click()
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(2)
  await expect(page.getByText(/Choisir à nouveau/)).toHaveCount(0)
})
