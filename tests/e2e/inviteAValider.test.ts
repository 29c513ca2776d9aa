import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { sentenceOf } from '#domain/contract/errors.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { decideOf } from '#tests/support/invites.ts'
import { unLien } from '#tests/support/liens.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

const waiting = typographie(sentenceOf('upload.inscription_en_attente'))
const sheet = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })

/** Enters as a guest by a link "À valider". */
async function ask(page: Page, stage: Stage, prenom: string): Promise<void> {
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM', entree: 'A_VALIDER' })
  await page.goto(`${stage.origin}/e/${code}`)
  await page.getByLabel('Votre prénom').fill(prenom)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Demander à participer' }).click()
  await expect(page.getByText('Votre demande est envoyée.')).toBeVisible()
}

async function pick(page: Page, name: string): Promise<void> {
  await sheet(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet(page).getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(page.getByText(/en sécurité|attend sur ce téléphone/).first()).toBeVisible()
}

const uploads = ({ network }: Stage) => network.requests.filter((line) => /\/medias\/upload/.test(line))

test('keeps the photo of a guest until the organiser validates, and sends it then without a tap', async ({ page }) => {
  const stage = scene()
  await ask(page, stage, 'Aya')
  await page.getByRole('button', { name: 'Choisir mes photos' }).click()
  await pick(page, 'IMG_1.jpg')
  await expect(
    page.getByText(typographie('1 photo attend sur ce téléphone. Vous pouvez fermer cette page')),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Voir mes événements' }).click()
  await expect(page.getByText('Inscription en attente')).toBeVisible()
  await page.goto(`${stage.origin}/participant/envois`)
  const list = page.getByRole('region', { name: 'En attente' })
  await expect(list.getByText(waiting)).toBeVisible()
  await expect(page.getByText('une fois votre inscription validée')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'À vous de jouer' })).toHaveCount(0)
  expect(await mediasOf(stage)).toEqual([])
  expect(uploads(stage)).toEqual([])

  await decideOf(stage, 'VALIDE', 'Aya')
  await expect(page.getByText(/^Reçue à/)).toBeVisible()
  expect(await mediasOf(stage)).toHaveLength(1)
})

test('leads from the page of the link into the event once it is validated, with the photo', async ({ page }) => {
  const stage = scene()
  await ask(page, stage, 'Bea')
  await page.getByRole('button', { name: 'Choisir mes photos' }).click()
  await pick(page, 'IMG_2.jpg')
  const before = (await mediasOf(stage)).length
  await decideOf(stage, 'VALIDE', 'Bea')
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(before + 1)
})

test('sends the photo at the next visit when the organiser validates while the app is closed', async ({ page }) => {
  const stage = scene()
  await ask(page, stage, 'Cleo')
  await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect(page.getByText("une fois votre inscription validée, elles partiront à l'ouverture")).toBeVisible()
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  await pick(page, 'IMG_3.jpg')
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page.getByText(waiting)).toBeVisible()
  await page.reload()
  await expect(page.getByText(waiting)).toBeVisible()
  const before = (await mediasOf(stage)).length
  await page.goto('about:blank')
  await decideOf(stage, 'VALIDE', 'Cleo')
  await page.goto(`${stage.origin}/participant`)
  await expect.poll(async () => (await mediasOf(stage)).length).toBe(before + 1)
})

test('keeps the photo and says that it will not leave when the organiser refuses', async ({ page }) => {
  const stage = scene()
  await ask(page, stage, 'Dina')
  await page.getByRole('button', { name: 'Choisir mes photos' }).click()
  await pick(page, 'IMG_4.jpg')
  const before = (await mediasOf(stage)).length
  await decideOf(stage, 'ANNULE', 'Dina')
  const ended = "L'organisateur a mis fin à votre participation : 1 photo de Dina ne partira pas."
  await expect(page.getByRole('status').filter({ hasText: typographie(ended) })).toBeVisible()
  await page.getByRole('button', { name: 'Voir', exact: true }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Enregistrer' })).toBeVisible()
  expect(await mediasOf(stage)).toHaveLength(before)
})
