import { expect, type Locator, test } from '@playwright/test'
import sharp from 'sharp'
import { phrases } from '#domain/texte/phrases.ts'
import { motDePasseDeTest } from '#tests/support/builders.ts'
import { enter, onTablet, stageOfFile, plain } from '#tests/support/journey.ts'
import { tabTo } from '#tests/support/keyboard.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, titreEvenement } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'

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

test('keeps the focus on the tabs of an event when a key opens one', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
  await tabTo(page, page.getByRole('tab', { name: phrases.evenementDetails, selected: true }))
  for (const name of [/^Médias/, /^Invitations/]) {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('tab', { name, selected: true })).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tabpanel').locator(':focus')).toHaveCount(1)
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
  await expect(page.getByRole('button', { name: 'Favori', exact: true })).toHaveAttribute('aria-pressed', 'true')
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

test('shows the focus over the picture of a link or button, in each list of photos', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.karim, 1)
  await validateAll(stage)
  await deposer(stage, stage.karim, 1)
  const id = stage.evenementId
  const participant = page.getByRole('main').getByRole('link', { name: /^Votre photo/ })
  const organizer = page.getByRole('main').getByRole('link', { name: /^Photo de Karim/ })
  const lists = [
    { person: stage.karim, to: '/participant', picture: participant },
    { person: stage.karim, to: '/participant/medias', picture: participant },
    {
      person: stage.karim,
      to: `/participant/evenements/${id}`,
      picture: page.getByRole('button', { name: /^Votre photo/ }),
    },
    { person: stage.claire, to: '/organizer', picture: organizer },
    {
      person: stage.claire,
      to: `/organisateur/evenements/${id}/medias?vue=grille`,
      picture: page.getByRole('button', { name: /^Photo de Karim/, pressed: false }),
    },
  ]
  for (const { person, to, picture } of lists) {
    await enter(page, stage, { person, to })
    await tabTo(page, picture.first())
    await expectPicture(picture.first().locator('img'))
    expect(await edgeChanges(picture.first()), to).toBe(true)
  }
})

test('shows the focus on a sheet and in a menu above the viewer, in both themes', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.lea, 1)
  await validateAll(stage)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await enter(page, stage, { person: stage.karim, to: `/participant/evenements/${stage.evenementId}/medias` })
    await page
      .getByRole('button', { name: /^Photo de Léa/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Autres actions' }).click()
    const request = page.getByRole('button', { name: 'Je suis dessus, la retirer' })
    await tabTo(page, request)
    expect(await ringContrast(request), `menu, ${colorScheme}`).toBeGreaterThan(3)
    await request.focus()
    await page.keyboard.press('Enter')
    const submit = page.getByRole('dialog').getByRole('button', { name: 'Envoyer la demande' })
    await tabTo(page, submit)
    expect(await ringContrast(submit), `sheet, ${colorScheme}`).toBeGreaterThan(3)
  }
})

test('shows the focus on the logo above the photo of the login page', async ({ page }) => {
  await page.goto(`${scene().origin}/login`)
  // The app has replaced the prerendered page, in which this button is disabled, and a focus in it.
  await expect(page.getByRole('button', { name: "Utiliser une clé d'accès" })).toBeEnabled()
  const logo = page.getByRole('link', { name: 'Éclats, accueil' })
  await tabTo(page, logo)
  expect(await ringContrast(logo)).toBeGreaterThan(3)
})

test('shows the focus of a choice between segments in forced colours', async ({ page }) => {
  const stage = scene()
  await page.emulateMedia({ forcedColors: 'active' })
  await enter(page, stage, { person: stage.claire, to: `/organizer/evenements/${stage.evenementId}` })
  await page.getByRole('button', { name: 'Modifier' }).click()
  const segment = page.getByRole('radio', { name: "Après l'événement" })
  await segment.check()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(segment).toBeFocused()
  expect(await ringContrast(segment)).toBeGreaterThan(3)
})

/** Waits until a picture is loaded and wholly visible. */
async function expectPicture(picture: Locator): Promise<void> {
  await expect(picture).toHaveJSProperty('complete', true)
  await expect(picture).toHaveCSS('opacity', '1')
}

/** Whether the middle of the upper edge of a control, inside it, looks otherwise without the focus. */
async function edgeChanges(control: Locator): Promise<boolean> {
  const page = control.page()
  await page.evaluate(endOfMoves)
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not shown')
  const clip = { x: box.x + box.width / 2 - 5, y: box.y + 1, width: 10, height: 4 }
  const focused = await page.screenshot({ clip })
  await control.evaluate((element) => element.blur())
  return !focused.equals(await page.screenshot({ clip }))
}

/** The contrast of the focus ring above a control with what is there without the focus, from 1 to 21. */
async function ringContrast(control: Locator): Promise<number> {
  const page = control.page()
  const box = await control.boundingBox()
  if (box === null) throw new Error('the control is not shown')
  const clip = { x: box.x + box.width / 2 - 5, y: box.y - 4, width: 10, height: 1 }
  const focused = await luminance(await page.screenshot({ clip }))
  await control.evaluate((element) => element.blur())
  const blurred = await luminance(await page.screenshot({ clip }))
  return (Math.max(focused, blurred) + 0.05) / (Math.min(focused, blurred) + 0.05)
}

/** Waits until a menu or a sheet that opens is at its place. */
async function endOfMoves(): Promise<void> {
  const moves = document
    .getAnimations()
    .filter(
      ({ timeline, effect }) => timeline === document.timeline && effect?.getComputedTiming().endTime !== Infinity,
    )
  await Promise.allSettled(moves.map(({ finished }) => finished))
}

/** The relative luminance of the mean colour of a picture (WCAG 2.2), from 0 to 1. */
async function luminance(picture: Buffer): Promise<number> {
  const { channels } = await sharp(picture).stats()
  const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => {
    const value = mean / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
