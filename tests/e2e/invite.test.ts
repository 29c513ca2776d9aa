import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { clearWeather, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf, type Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use(onPhone)

const sheet = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })
const enterButton = (page: Page) => page.getByRole('button', { name: 'Participer', exact: true })

async function openLien(page: Page, stage: Stage): Promise<string> {
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`)
  await expect(enterButton(page)).toBeVisible()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  return code
}

async function fillIn(page: Page, prenom: string): Promise<void> {
  await page.getByLabel('Votre prénom').fill(prenom)
  await page.getByRole('checkbox').check()
}

async function pickPhoto(page: Page, name: string): Promise<void> {
  await sheet(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet(page).getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(page.getByText(/en sécurité/).first()).toBeVisible()
}

/** The guests of the event by first name, with the number of their media. */
async function guestsOf({ parts, evenementId }: Stage, prenom: string): Promise<number[]> {
  const guests = await parts.database
    .selectFrom('inscription')
    .innerJoin('utilisateur', 'utilisateur.id', 'inscription.utilisateurId')
    .select('utilisateur.id')
    .where('evenementId', '=', evenementId)
    .where('prenom', 'like', `${prenom}%`)
    .execute()
  const medias = await parts.database
    .selectFrom('media')
    .select('auteurId')
    .where('evenementId', '=', evenementId)
    .execute()
  return guests.map(({ id }) => medias.filter(({ auteurId }) => auteurId === id).length)
}

test('enters with a first name, and sends a photo from the sheet that opens at once', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await fillIn(page, 'Nadia')
  await enterButton(page).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await pickPhoto(page, 'IMG_1.jpg')
  await expect.poll(() => guestsOf(stage, 'Nadia')).toEqual([1])
  await page.reload()
  await expect(page.getByRole('button', { name: phrases.ajouterMedia })).toBeVisible()
})

test('asks for the first name and the consent, and stores nothing when the visitor declines', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await enterButton(page).click()
  await expect(page.getByText('Veuillez saisir votre prénom')).toBeVisible()
  await expect(page.getByText('Cochez la case pour participer, ou refusez')).toBeVisible()
  await expect(page.getByLabel('Votre prénom')).toBeFocused()
  await page.getByLabel('Votre prénom').fill('Dora')
  await page.getByRole('button', { name: 'Refuser' }).click()
  await expect(page.getByRole('heading', { name: /^Vous avez refusé/ })).toBeVisible()
  expect(await guestsOf(stage, 'Dora')).toEqual([])
  await page.getByRole('button', { name: 'Revoir mon choix' }).click()
  await expect(page.getByLabel('Votre prénom')).toBeVisible()
})

test('takes photos before the network is back, also after a reload, and gives one guest', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  await fillIn(page, 'Samir')
  stage.network.weather = { kind: 'down' }
  stage.network.cut()
  await enterButton(page).click()
  await pickPhoto(page, 'IMG_1.jpg')
  await expect(page.getByText(/^1.photo attend sur ce téléphone, Samir\./)).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Vos photos sont en sécurité/ })).toBeVisible()
  await page.goto(`${stage.origin}/e/${code}`).catch(() => undefined)
  await expect(page.getByText(/^1.photo attend sur ce téléphone, Samir\./)).toBeVisible()
  await page.getByRole('button', { name: "Ajouter d'autres photos" }).click()
  await pickPhoto(page, 'IMG_2.jpg')
  clearWeather(stage)
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect.poll(() => guestsOf(stage, 'Samir')).toEqual([2])
})

test('gives one guest when the answer of the entry is lost', async ({ page }) => {
  const stage = scene()
  await openLien(page, stage)
  await fillIn(page, 'Lola')
  let lost = 0
  await page.route('**/invites', async (route) => {
    if (lost === 0) await route.fetch()
    lost += 1
    await (lost === 1 ? route.abort() : route.continue())
  })
  await enterButton(page).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await pickPhoto(page, 'IMG_1.jpg')
  await expect.poll(() => guestsOf(stage, 'Lola')).toEqual([1])
  expect(lost).toBeGreaterThan(1)
})

test('says why the server refuses, and keeps the photos for a new link', async ({ page }) => {
  const stage = scene()
  const code = await openLien(page, stage)
  await fillIn(page, 'Rémi')
  stage.network.weather = { kind: 'down' }
  stage.network.cut()
  await enterButton(page).click()
  await pickPhoto(page, 'IMG_1.jpg')
  await expect(page.getByText(/^1.photo attend/)).toBeVisible()
  await stage.parts.database
    .updateTable('lienEvenement')
    .set({ revoqueLe: new Date().toISOString() })
    .where('code', '=', code)
    .execute()
  clearWeather(stage)
  await expect(page.getByText("Ce lien n'existe pas ou n'est plus valable.")).toBeVisible()
  await openLien(page, stage)
  await fillIn(page, 'Rémi')
  await enterButton(page).click()
  await expect.poll(() => guestsOf(stage, 'Rémi')).toEqual([1])
  expect((await mediasOf(stage)).length).toBeGreaterThan(0)
})
