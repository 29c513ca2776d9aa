import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { answerInstead, clearFault, forgetDevice, onPhone, stageOfFile, plain } from '#tests/support/journey.ts'
import { decideOf } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

/** Enters as a guest, and chooses a photo that cannot leave. */
async function enterWithUnsentPhoto(page: Page, stage: Stage, prenom: string): Promise<void> {
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  answerInstead(stage, /\/medias\/upload/, badGateway)
  await page.goto(`${stage.origin}/e/${code}`)
  await page.getByLabel('Votre prénom').fill(prenom)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Participer', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: phrases.ajouterMedia })
  await sheet
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet.getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(page.getByText(/en sécurité/).first()).toBeVisible()
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page.getByText(/^1.photo en attente|en sécurité/).first()).toBeVisible()
}

const notice = (page: Page, sentence: string) => page.getByRole('status').filter({ hasText: typographie(sentence) })

test('says to a blocked guest that the photos will not leave, and lets them save and delete them', async ({ page }) => {
  const stage = scene()
  await enterWithUnsentPhoto(page, stage, 'Wanda')
  await decideOf(stage, 'ANNULE', 'Wanda')
  clearFault(stage)
  await page.reload()
  const ended = notice(page, "L'organisateur a mis fin à votre participation : 1 photo de Wanda ne partira pas.")
  await expect(ended).toBeVisible()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await expect(page.getByText(typographie('reconnectez-vous'))).toHaveCount(0)
  // Also later, without the page that was open at the time.
  await page.goto(`${stage.origin}/login`)
  await expect(ended).toBeVisible()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Vos photos sur ce téléphone' })
  await expect(sheet).toContainText('ces photos ne partiront pas')
  // Not what the queue waits for: nothing will be sent.
  await expect(sheet.getByRole('listitem')).toHaveText(/^IMG_1\.jpg\d+.koEnregistrer$/)
  await expect(sheet.getByRole('button', { name: 'Se reconnecter' })).toHaveCount(0)
  const saved = page.waitForEvent('download')
  await sheet.getByRole('button', { name: 'Enregistrer' }).click()
  expect((await saved).suggestedFilename()).toBe('IMG_1.jpg')
  await expect(ended).toBeVisible()
  await sheet.getByRole('button', { name: /^Supprimer 1.photo$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }).click()
  await expect(ended).toBeHidden()
  expect(await mediasOf(stage)).toEqual([])
})

test('leads a blocked guest home when the session ends while the page is reloaded', async ({ page }) => {
  const stage = scene()
  await enterWithUnsentPhoto(page, stage, 'Zoé')
  const home = `${stage.origin}/`
  // The old document lives until the new one comes: it ends the session and leaves its address.
  await page.route(`${stage.origin}/participant/envois`, async (route) => {
    const left = Promise.withResolvers<void>()
    page.on('framenavigated', (frame) => frame.url() === home && left.resolve())
    await decideOf(stage, 'ANNULE', 'Zoé')
    await left.promise
    await route.continue()
  })
  await page.reload()
  await expect(
    notice(page, "L'organisateur a mis fin à votre participation : 1 photo de Zoé ne partira pas."),
  ).toBeVisible()
  await expect(page).toHaveURL(home)
})

test('leads a blocked guest home when the session ends before the router starts', async ({ page }) => {
  const stage = scene()
  await enterWithUnsentPhoto(page, stage, 'Nora')
  await decideOf(stage, 'ANNULE', 'Nora')
  // The start repeats the deletions of an earlier sign-out. Here they take until the server has ended the session.
  await page.addInitScript(() => {
    const ended = Promise.withResolvers<void>()
    const removeItem: (this: Storage, key: string) => void = Reflect.get(Storage.prototype, 'removeItem')
    Storage.prototype.removeItem = function (key) {
      removeItem.call(this, key)
      if (key === 'eclats.identite') ended.resolve()
    }
    type Delete = (this: CacheStorage, name: string) => Promise<boolean>
    const deleteCache: Delete = Reflect.get(CacheStorage.prototype, 'delete')
    CacheStorage.prototype.delete = async function (name) {
      await ended.promise
      return deleteCache.call(this, name)
    }
    localStorage.setItem('eclats.effacements', '[{"utilisateurId":999999,"reason":"expired"}]')
  })
  await page.reload()
  await expect(
    notice(page, "L'organisateur a mis fin à votre participation : 1 photo de Nora ne partira pas."),
  ).toBeVisible()
  await expect(page).toHaveURL(`${stage.origin}/`)
})

test('asks a guest without a session to enter again by the link a week later, and keeps the photo', async ({
  page,
}) => {
  const stage = scene()
  await enterWithUnsentPhoto(page, stage, 'Yanis')
  // Until then the key of the entry opens the session again.
  const creeLe = new Date(Date.now() - 7 * 86_400_000).toISOString()
  await stage.parts.database.updateTable('cleInvite').set({ creeLe }).execute()
  const names = await page.evaluate(() => ['eclats.prenoms', 'eclats.identite'].map((key) => localStorage.getItem(key)))
  await forgetDevice(page)
  await page.evaluate(([prenoms = '', identite = '']) => {
    localStorage.setItem('eclats.prenoms', prenoms ?? '')
    localStorage.setItem('eclats.identite', identite ?? '')
  }, names)
  await page.goto(`${stage.origin}/participant/envois`)
  const again = notice(page, "1 photo de Yanis attend : entrez de nouveau par le lien de l'événement.")
  await expect(again).toBeVisible()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Vos photos sur ce téléphone' })
  await expect(sheet.getByRole('listitem')).toHaveCount(1)
  await expect(sheet.getByRole('button', { name: 'Enregistrer' })).toBeVisible()
})
