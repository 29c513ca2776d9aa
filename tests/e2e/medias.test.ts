import { expect, type Page, test } from '@playwright/test'
import { errors } from '#domain/contract/errors.ts'
import { type PhraseKey, phrases } from '#domain/texte/phrases.ts'
import { answerOf, mute } from '#tests/support/answers.ts'
import { answerInstead, clearWeather, closeToast, enter, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { addMedia, openEvenement } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use(onPhone)
const list = '/participant/evenements'

test('a photo is deleted after the question, and a refusal says why', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.karim, 1)
  await enter(page, stage, { person: stage.karim, to: `${list}/${stage.evenementId}` })
  await page.getByRole('button', { name: /Votre photo/ }).click()
  const remove = async () => {
    await page.getByRole('button', { name: 'Supprimer ce média' }).click()
    await expectPhrase(page.getByRole('alertdialog'), 'mediaSuppressionQuestion')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  }
  const toDelete = /^DELETE \S*\/medias\//
  const { message } = errors['media.suppression_refusee']
  answerInstead(stage, toDelete, answerOf('403 Forbidden', { code: 'media.suppression_refusee', message }))
  await remove()
  await expectPhrase(page, 'mediaSuppressionErreur')
  await closeToast(page)
  answerInstead(stage, toDelete, mute('500 Internal Server Error'))
  await remove()
  await expectPhrase(page, 'erreurSurvenue')
  await closeToast(page)
  clearWeather(stage)
  await remove()
  await expectPhrase(page, 'mediaSupprime')
  await expect(page.getByText('Pas encore de photos')).toBeVisible()
})

test('the sheet refuses what cannot be taken and says why of each file', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: `${list}/${stage.evenementId}` })
  await expectPhrase(page, 'ajouterMedia')
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Envoyer' }).click()
  await expectPhrase(sheet.getByRole('alert'), 'mediaFichierRequis')
  await sheet.getByLabel('Choisir des photos ou des vidéos').setInputFiles([
    { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Ceci est un texte.') },
    { name: 'vide.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(0) },
  ])
  await expectPhrase(sheet, 'uploadRequeteInvalide')
  await expect(sheet.getByText(/le fichier est vide/)).toBeVisible()
  await expect(sheet.getByText(/ni une photo ni une vidéo/)).toBeVisible()
  await pasteOneByteTooMany(page)
  await expectPhrase(sheet, 'mediaTropVolumineux')
  await expect(sheet.getByText(/3.fichiers refusés/)).toBeVisible()
})

/** A file of 100 Mo and one byte, made in the page from one piece, pasted. */
async function pasteOneByteTooMany(page: Page): Promise<void> {
  await page.evaluate(() => {
    const piece = new Blob([new Uint8Array(1024 * 1024)])
    const file = new File([...Array.from({ length: 100 }, () => piece), 'x'], 'IMG_1.jpg', { type: 'image/jpeg' })
    const clipboardData = new DataTransfer()
    clipboardData.items.add(file)
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
  })
}

test('what the server refuses stands with its sentence in the sendings, and leaves once it may', async ({ page }) => {
  const stage = scene()
  const uploads = /^(POST|PATCH|HEAD) \S*\/medias\/uploads/
  await enter(page, stage, { person: stage.karim, to: list })
  await openEvenement(page, stage)
  const refusals: readonly [PhraseKey, string][] = [
    ['uploadNonAutorise', mute('403 Forbidden')],
    [
      'uploadTropVolumineux',
      answerOf('413 Payload Too Large', {
        code: 'upload.trop_volumineux',
        message: errors['upload.trop_volumineux'].message,
      }),
    ],
    [
      'uploadRequeteInvalide',
      answerOf('400 Bad Request', { code: 'upload.entetes', message: errors['upload.entetes'].message }),
    ],
    ['uploadErreurInattendue', mute("418 I'm a teapot")],
  ]
  answerInstead(stage, uploads, refusals[0]?.[1] ?? '')
  await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await page
    .getByRole('link', { name: /^Envois/ })
    .filter({ visible: true })
    .click()
  const retry = page.getByRole('button', { name: phrases.reessayer, exact: true })
  for (const [key, answer] of refusals) {
    answerInstead(stage, uploads, answer)
    await expect(retry).toBeVisible()
    await retry.click()
    await expectPhrase(page.getByRole('main'), key)
  }
  answerInstead(stage, uploads, mute('500 Internal Server Error'))
  await retry.click()
  await expectPhrase(page.getByRole('main'), 'uploadErreurServeur')
  clearWeather(stage)
  await page.getByRole('button', { name: 'Tout réessayer' }).click()
  await expect(page.getByText(/^Reçue à/)).toBeVisible({ timeout: 20_000 })
  expect((await mediasOf(stage)).filter(({ statut }) => statut === 'EN_ATTENTE')).toHaveLength(1)
})
