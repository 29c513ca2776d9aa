import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { metadataOf, uploadsPath } from '#tests/support/deposit.ts'
import { sha256Of, unePhotoLourde } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { addMedia, returnToEvenement, sheetsAreLeft } from '#tests/support/steps.ts'
import { aLargePhoto, expectDelivered, goOffline, goOnline, test } from './scene.ts'
import { phrases } from '#domain/texte/phrases.ts'

test('13 creates one upload and loses no byte when the same POST is sent twice in parallel', async ({ stage }) => {
  const { buffer: bytes } = await aLargePhoto(3 * 1024 * 1024)
  const { token } = stage.karim
  const deposit = { token, evenementId: stage.evenementId, bytes, clientUploadId: randomUUID() }
  const post = () =>
    fetch(`${stage.origin}/api${uploadsPath(stage.evenementId)}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers: {
        Authorization: `Bearer ${token}`,
        'Tus-Resumable': '1.0.0',
        'Content-Type': 'application/offset+octet-stream',
        'Upload-Length': String(bytes.length),
        'Upload-Metadata': metadataOf(deposit),
      },
    })
  const answers = await Promise.all([post(), post()])
  expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1)
  await expectDelivered(stage, [{ name: 'IMG_9000.jpg', mimeType: 'image/jpeg', buffer: bytes }])
})

test(
  '28 creates one media when the same photo is picked again, before and after delivery, and compressed',
  { tag: '@long' },
  async ({ stage, phone }) => {
    const bytes = await unePhotoLourde()
    const photo = { name: 'IMG_2041.jpg', mimeType: 'image/jpeg', buffer: bytes }
    const sheet = phone.page.getByRole('dialog')
    const pickAgain = async (lighter: boolean) => {
      await phone.page.getByRole('button', { name: phrases.ajouterMedia }).click()
      await phone.page.getByLabel('Choisir des photos ou des vidéos').setInputFiles([photo])
      if (lighter) await sheet.getByText(/Allégée/).click()
      await sheet.getByRole('button', { name: /^Envoyer 1 / }).click()
      await expect(sheet).toBeHidden()
      await sheetsAreLeft(phone.page)
    }
    goOffline(stage)
    await addMedia(phone.page, [photo])
    await pickAgain(false)
    await expect(phone.page.getByText('1 déjà envoyée').first()).toBeVisible()
    goOnline(stage)
    await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
    await returnToEvenement(phone.page, stage)
    await pickAgain(true)
    // The page copies it: leaving earlier would require picking it again.
    await expect(phone.page.getByText('1 fichier en sécurité sur ce téléphone', { exact: true })).toBeVisible()
    await phone.page.goto(`${stage.origin}/participant/envois`)
    await expect(phone.page.getByText(/^Déjà envoyée/)).toBeVisible()
    expect((await mediasOf(stage)).map(({ sha256 }) => sha256)).toEqual([sha256Of(bytes)])
  },
)
