import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { clearFault, enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { sha256Of, unePhotoLourde } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use(onPhone)

test('sends the next photos compressed on a slow network, or as originals, as the user chooses', async ({ page }) => {
  const stage = scene()
  const buffers = [await unePhotoLourde(), await unePhotoLourde(), await unePhotoLourde()]
  const photos = buffers.map((buffer, n) => ({ name: `IMG_${n}.jpg`, mimeType: 'image/jpeg', buffer }))
  await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}` })
  stage.network.fault = { kind: 'slow', bytesPerSecond: 25_000 }
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(photos)
  await page.getByRole('button', { name: /^Envoyer 3 / }).click()
  await page
    .getByRole('link', { name: /Envois/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByText(/Réseau lent, \d+\sko\/s/)).toBeVisible()
  await expect(page.getByText(/Allégées, les 2 suivantes partent en \d+\s\S+ environ/)).toBeVisible()

  const lighten = page.getByRole('button', { name: 'Alléger les suivantes' })
  const restore = page.getByRole('button', { name: 'Envoyer les originales' })
  const chosen = page.getByText(/2 photos partent allégées, .* au lieu de .* Les originales restent sur ce téléphone/)
  await lighten.click()
  await expect(chosen).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'allégée, ' })).toHaveCount(2)
  await expect(lighten).toHaveCount(0)

  await restore.click()
  await expect(chosen).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'allégée, ' })).toHaveCount(0)

  await lighten.click()
  await expect(chosen).toBeVisible()
  await page.reload()
  await expect(chosen).toBeVisible()
  clearFault(stage)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(3)
  const medias = await mediasOf(stage)
  const originals = buffers.map(sha256Of)
  // The photo in flight does not change.
  expect(medias.filter(({ sha256 }) => originals.includes(sha256)).map(({ nomOriginal }) => nomOriginal)).toEqual([
    'IMG_0.jpg',
  ])
  expect(medias.map(({ sourceSha256 }) => String(sourceSha256)).toSorted()).toEqual(originals.toSorted())
  await expect(page.getByText('Tout est reçu').first()).toBeVisible()
})
