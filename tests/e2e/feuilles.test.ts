import { writeFile } from 'node:fs/promises'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import {
  motDePasseDeTest,
  unConsentement,
  unEvenement,
  uneInscription,
  unUtilisateur,
} from '#tests/support/builders.ts'
import { enter, onPhone, openUserMenu, stageOfFile, withoutWorker } from '#tests/support/journey.ts'
import { listenToPage } from '#tests/support/pageSilence.ts'
import { unePhoto, unePhotoDecrite } from '#tests/support/photos.ts'
import { mediasOf, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { recordVideo, returnToEvenement, sheetHasEntry, sheetsAreLeft } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...withoutWorker })
const list = '/participant/evenements'

/** Large enough for the compression choice. */
const largePhoto = async () => ({
  name: 'IMG_1.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.concat([await unePhoto(), Buffer.alloc(2 * 1024 * 1024)]),
})
const text = { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Ceci est un texte.') }

const sheetOf = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })
const openSheet = async (page: Page) => {
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await expect(sheetOf(page)).toBeVisible()
  await sheetHasEntry(page)
}

/** A photo with the choice Allégée, and a file that is refused. */
async function pick(page: Page): Promise<void> {
  await openSheet(page)
  await sheetOf(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles([await largePhoto(), text])
  await sheetOf(page)
    .getByText(/^Allégée/)
    .click()
  await expectPicks(page)
}

async function expectPicks(page: Page): Promise<void> {
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(2)
  await expect(sheetOf(page).getByRole('radio', { name: /^Allégée/ })).toBeChecked()
  await expect(sheetOf(page).getByText(/ni une photo ni une vidéo/)).toBeVisible()
}

async function openEvenementPage(page: Page, stage: Stage, person = stage.karim): Promise<void> {
  await enter(page, stage, { person, to: list })
  await returnToEvenement(page, stage)
}

async function openMariage(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: /Mariage de Camille/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /Mariage de Camille/ })).toBeVisible()
}

const ways: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'the back button': (page) => page.goBack(),
  Escape: (page) => page.keyboard.press('Escape'),
  'a touch on the scrim': (page) => page.mouse.click(195, 20),
  'the close button': (page) => sheetOf(page).getByRole('button', { name: 'Fermer' }).click(),
}
for (const [way, close] of Object.entries(ways)) {
  test(`keeps the chosen files and stays on the event when ${way} closes the sheet`, async ({ page }) => {
    const stage = scene()
    await openEvenementPage(page, stage)
    const evenement = page.url()
    await pick(page)
    await close(page)
    await expect(sheetOf(page)).toBeHidden()
    await expect(page).toHaveURL(evenement)
    await expect(page.getByText(/^1.fichier choisi, pas encore envoyé$/)).toBeVisible()
    await openSheet(page)
    await expectPicks(page)
    await close(page)
    await expect(sheetOf(page)).toBeHidden()
    await sheetsAreLeft(page)
    await page.goBack()
    await expect(page).toHaveURL(`${stage.origin}${list}`)
  })
}

test('reads the date of a photo, also with XML metadata, without a console message', async ({ page }) => {
  await openEvenementPage(page, scene())
  const said = await listenToPage(page)
  await openSheet(page)
  const buffer = await unePhotoDecrite(new Date('2026-06-20T19:04:00Z'))
  await page
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name: 'IMG_9.jpg', mimeType: 'image/jpeg', buffer })
  await expect(sheetOf(page).getByRole('listitem')).toContainText('21:04')
  expect(said).toEqual([])
})

test('shows a frame of a chosen video, in the sheet and in Envois', async ({ page }) => {
  const stage = scene()
  await openEvenementPage(page, stage)
  const film = { name: 'VID_1.webm', mimeType: 'video/webm', buffer: await recordVideo(page) }
  await page.context().setOffline(true)
  await openSheet(page)
  await page.getByLabel('Choisir des photos ou des vidéos').setInputFiles(film)
  const drawing = sheetOf(page).getByRole('listitem').locator('canvas')
  await expect.poll(() => drawing.evaluate(paintedShare)).toBe(1)
  await sheetOf(page).getByRole('button', { name: 'Envoyer 1 vidéo' }).click()
  await expect(page.getByText('1 fichier en sécurité sur ce téléphone', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: /^Envois/ }).click()
  const preview = page.getByRole('region', { name: 'En attente' }).locator('img')
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.context().setOffline(false)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(1)
})

test('shows the chosen files on no other event, and to no other person after a logout', async ({ page }) => {
  const stage = scene()
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Fête du port' })
  // An account of this test only: the logout ends its session.
  const ana = await unUtilisateur(stage, { prenom: 'Ana' })
  await unConsentement(stage, ana.id)
  for (const id of [evenementId, stage.evenementId])
    await uneInscription(stage, { evenementId: id, utilisateurId: ana.id })
  await openEvenementPage(page, stage, ana)
  await pick(page)
  await page.goBack()
  await page.goBack()
  await page
    .getByRole('link', { name: /Fête du port/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fête du port' })).toBeVisible()
  await openSheet(page)
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(0)
  await page.goBack()
  await page.goBack()
  await openMariage(page)
  await openSheet(page)
  await expectPicks(page)
  await page.goBack()
  await openUserMenu(page)
  await page.getByRole('button', { name: phrases.deconnexion }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
  await page.getByRole('link', { name: phrases.seConnecter }).first().click()
  await page.getByLabel('Adresse email').fill(ana.email)
  await page.getByLabel('Mot de passe', { exact: true }).fill(motDePasseDeTest)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  // Without a reload: the memory of the tab is unchanged.
  await page.getByRole('link', { name: phrases.accederDashboard }).click()
  await page.getByRole('link', { name: 'Événements', exact: true }).filter({ visible: true }).click()
  await openMariage(page)
  await openSheet(page)
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(0)
})

test('takes files that are dropped on the sheet, its button, or the page behind it', async ({ page }) => {
  await openEvenementPage(page, scene())
  await openSheet(page)
  const title = sheetOf(page).getByRole('heading', { name: phrases.ajouterMedia })
  const targets = [
    sheetOf(page).getByText(titreEvenement),
    title,
    sheetOf(page).getByRole('button', { name: /^Envoyer/ }),
  ]
  for (const [at, target] of targets.entries()) {
    await drop(page, await middleOf(target))
    await expect(sheetOf(page).getByRole('listitem')).toHaveCount(at + 1)
  }
  await drop(page, { x: 195, y: 20 })
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(targets.length + 1)
})

async function middleOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox()
  if (box === null) throw new Error('The target of a drop is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

interface Point {
  readonly x: number
  readonly y: number
}

/** Drops a file of this machine, as its file manager does. */
async function drop(page: Page, at: Point): Promise<void> {
  const file = test.info().outputPath(`IMG_${at.y}.jpg`)
  await writeFile(file, await unePhoto())
  const devTools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, ...at, data })
}

test('discards the chosen files after sending, and each removed one', async ({ page }) => {
  const stage = scene()
  await openEvenementPage(page, stage)
  await pick(page)
  await sheetOf(page).getByRole('button', { name: 'Retirer la photo 2' }).click()
  await page.goBack()
  await openSheet(page)
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(1)
  await sheetOf(page)
    .getByRole('button', { name: /^Envoyer 1 / })
    .click()
  await expect(page.getByText('1 fichier en sécurité sur ce téléphone', { exact: true })).toBeVisible()
  await expect(page.getByText(/pas encore envoyé/)).toHaveCount(0)
  await openSheet(page)
  await expect(sheetOf(page).getByRole('listitem')).toHaveCount(0)
})

test('leaves the event with one press after the sheet was closed, reopened by forward, or reloaded', async ({
  page,
}) => {
  const stage = scene()
  await openEvenementPage(page, stage)
  const evenement = page.url()
  const leaveWithOnePress = async () => {
    await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
    await expect(sheetOf(page)).toBeHidden()
    await expect.poll(() => page.evaluate(() => history.state.sheets ?? [])).toEqual([])
    await page.goBack()
    await expect(page).toHaveURL(`${stage.origin}${list}`)
    await page.goForward()
    await expect(page).toHaveURL(evenement)
  }
  await openSheet(page)
  await page.goBack()
  await expect(sheetOf(page)).toBeHidden()
  await page.goForward()
  await leaveWithOnePress()
  await openSheet(page)
  await page.reload()
  await leaveWithOnePress()
})

test('goes back from the sheets over a photo to the photo, then to the event', async ({ page }) => {
  const stage = scene()
  await deposer(stage, stage.lea, 1)
  await deposer(stage, stage.karim, 1)
  await validateAll(stage)
  await openEvenementPage(page, stage)
  const evenement = page.url()
  const viewer = page.getByRole('dialog', { name: /photo/i }).first()
  for (const [photo, opener, sheet] of [
    [/Léa/, 'Je suis dessus, la retirer', page.getByRole('dialog', { name: 'Demander le retrait' })],
    [/Votre photo/, 'Supprimer ce média', page.getByRole('alertdialog')],
  ] as const) {
    await page.getByRole('main').getByRole('button', { name: photo }).first().click()
    await expect(viewer).toBeVisible()
    await page.getByRole('button', { name: 'Autres actions' }).click()
    await page.getByRole('button', { name: opener }).click()
    await expect(sheet).toBeVisible()
    await sheetHasEntry(page)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(viewer).toBeVisible()
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(evenement)
  }
  await page.getByRole('button', { name: "Télécharger l'album" }).click()
  await expect(page.getByRole('dialog', { name: "Télécharger l'album" })).toBeVisible()
  await sheetHasEntry(page)
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(evenement)
  await page.goBack()
  await expect(page).toHaveURL(`${stage.origin}${list}`)
})

/** Fraction of a canvas that is painted. */
function paintedShare(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
  return data.filter((value, at) => at % 4 === 3 && value === 255).length / (data.length / 4)
}

test('follows a link pressed before the entry of a closed sheet has left the history', async ({ page }) => {
  await openEvenementPage(page, scene())
  await openSheet(page)
  await page.evaluate((name) => {
    const back = history.back.bind(history)
    history.back = () => {
      history.back = back
      back()
      const link = [...document.querySelectorAll('a')].find(({ textContent }) => textContent.trim() === name)
      if (!link) throw new Error(`No link "${name}" on this page`)
      link.click()
    }
  }, 'Envois')
  await sheetOf(page).getByRole('button', { name: 'Fermer' }).click()
  await expect(page).toHaveURL(/\/participant\/envois$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/participant\/evenements\/\d+$/)
  await expect(sheetOf(page)).toBeHidden()
})
