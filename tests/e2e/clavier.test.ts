import { expect, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest } from '#tests/support/builders.ts'
import { enter, onTablet, stageOfFile, plain } from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, titreEvenement } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'

const scene = stageOfFile()
test.use({ ...plain, ...onTablet, hasTouch: false })

test('logs in, opens the event, adds a photo and reads its receipt by keyboard alone', async ({ page }) => {
  const stage = scene()
  const photo = { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }
  page.on('filechooser', (chooser) => void chooser.setFiles([photo]))
  await page.goto(`${stage.origin}/login?redirect=/participant/evenements`)
  await tabTo(page, page.getByLabel('Adresse email'))
  await page.keyboard.type(stage.karim.email)
  await tabTo(page, page.getByLabel('Mot de passe', { exact: true }))
  await page.keyboard.type(motDePasseDeTest)
  await tabTo(page, page.getByRole('button', { name: phrases.seConnecter }))
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('link', { name: titreEvenement }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: phrases.ajouterMedia }))
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog')
  await tabTo(page, sheet.getByRole('button', { name: 'Choisir', exact: true }))
  await page.keyboard.press('Enter')
  await tabTo(page, sheet.getByRole('button', { name: /^Envoyer 1 / }))
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeFocused()
  await tabTo(page, page.getByRole('link', { name: /^Envois/ }).filter({ visible: true }))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Reçue à/)).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
})

test('validates, rejects with a reason, marks, removes and undoes on the review page by keyboard alone', async ({
  page,
}) => {
  const stage = scene()
  await deposer(stage, stage.lea, 3)
  const before = (await mediasOf(stage)).length
  await enter(page, stage, { person: stage.claire, to: `/organisateur/evenements/${stage.evenementId}/medias` })
  const left = (n: number) => page.getByText(new RegExp(`^${n}.médias? à voir$`))
  await expect(left(before)).toBeVisible()
  await page.keyboard.press('v')
  await expect(left(before - 1)).toBeVisible()
  await page.keyboard.press('Control+z')
  await expect(left(before)).toBeVisible()
  await page.keyboard.press('f')
  await expect(page.getByRole('button', { name: 'Favori' })).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('v')
  await expect(left(before - 1)).toBeVisible()
  await page.keyboard.press('r')
  await page.keyboard.press('1')
  await expect(left(before - 2)).toBeVisible()
  await page.keyboard.press('Delete')
  await tabTo(page, page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' }))
  await page.keyboard.press('Enter')
  await expect(left(before - 3)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${stage.origin}/organizer/evenements/${stage.evenementId}`)
  await expect
    .poll(async () => (await mediasOf(stage)).map(({ statut, favori, raison }) => ({ statut, favori, raison })))
    .toEqual(
      expect.arrayContaining([
        { statut: 'VALIDE', favori: 1, raison: null },
        { statut: 'REJETE', favori: 0, raison: 'Photo floue' },
        { statut: 'SUPPRIME', favori: 0, raison: null },
      ]),
    )
})
