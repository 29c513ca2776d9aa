import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { unUtilisateur } from '#tests/support/builders.ts'
import { clearFault, fillLogin, onPhone, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { type Stage } from '#tests/support/stage.ts'

const scene = stageOfFile()
test.use(onPhone)

const sheet = (page: Page) => page.getByRole('dialog', { name: phrases.ajouterMedia })

async function send(page: Page, name: string): Promise<void> {
  await sheet(page)
    .getByLabel('Choisir des photos ou des vidéos')
    .setInputFiles({ name, mimeType: 'image/jpeg', buffer: await unePhoto() })
  await sheet(page).getByRole('button', { name: 'Envoyer 1 photo' }).click()
  await expect(page.getByText(/en sécurité/).first()).toBeVisible()
}

/** Enters as a guest, and sends a photo from the sheet that opens. */
async function enterAs(page: Page, stage: Stage, prenom: string): Promise<void> {
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`)
  await page.getByLabel('Votre prénom').fill(prenom)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Participer', exact: true }).click()
  await send(page, 'IMG_1.jpg')
}

async function askByMail(page: Page, stage: Stage, email: string): Promise<void> {
  await page.goto(`${stage.origin}/profil`)
  await page.getByLabel('Adresse email').fill(email)
  await page.getByRole('button', { name: 'Recevoir le lien' }).click()
  await expect(page.getByText(`Ouvrez le lien envoyé à ${email}`)).toBeVisible()
}

/** Names of the media of a person, oldest first. */
async function namesOf({ parts }: Stage, auteurId: number): Promise<string[]> {
  const rows = await parts.database
    .selectFrom('media')
    .select('nomOriginal')
    .where('auteurId', '=', auteurId)
    .orderBy('id')
    .execute()
  return rows.map(({ nomOriginal }) => nomOriginal)
}

test('brings the sent and the waiting photo of a guest into the account, once each', async ({ page, browser }) => {
  const stage = scene()
  const lea = await unUtilisateur(stage, { prenom: 'Léa', email: 'lea.fusion@eclats.test' })
  await enterAs(page, stage, 'Nadia')
  const guest = await stage.parts.database
    .selectFrom('utilisateur')
    .select('id')
    .where('prenom', '=', 'Nadia')
    .executeTakeFirstOrThrow()
  await expect.poll(() => namesOf(stage, guest.id)).toEqual(['IMG_1.jpg'])
  await askByMail(page, stage, lea.email)
  const link = await mailedLink(stage, lea.email, 'fusion')

  // The second photo waits on the phone, which has no network.
  await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await send(page, 'IMG_2.jpg')
  await page.goto('about:blank')
  clearFault(stage)

  // The link is opened on another device, which is signed in nowhere.
  const other = await browser.newPage()
  await other.goto(stage.origin + link)
  await expect(other.getByRole('main')).toContainText('Nadia')
  await expect(other.getByRole('main')).toContainText(lea.email)
  await expect(other.getByRole('main')).toContainText(/1.photo ou vidéo/)
  await expect(other.getByText(/^Si ce n.est pas vous, ne faites rien/)).toBeVisible()
  expect(await namesOf(stage, lea.id)).toEqual([])
  await other.getByRole('button', { name: /réunir/ }).click()
  await expect(other.getByText(/votre compte a 1.photo ou vidéo de plus/)).toBeVisible()
  expect(await other.context().cookies()).toEqual([])
  await other.close()
  expect(await namesOf(stage, lea.id)).toEqual(['IMG_1.jpg'])

  // The phone of the guest learns what became of its session, and goes on with the account.
  await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText(/^Vos photos sont maintenant dans votre compte/)).toBeVisible()
  expect(await namesOf(stage, lea.id)).toEqual(['IMG_1.jpg'])
  await fillLogin(page, lea.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect.poll(() => namesOf(stage, lea.id)).toEqual(['IMG_1.jpg', 'IMG_2.jpg'])
  expect(await namesOf(stage, guest.id)).toEqual([])
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page.getByRole('region', { name: /^Reçues/ }).getByRole('listitem')).toHaveCount(2)
})

test('keeps waiting photos of a guest from another account on the same phone', async ({ page }) => {
  const stage = scene()
  const [lea, zoe] = [
    await unUtilisateur(stage, { email: 'lea.deux@eclats.test' }),
    await unUtilisateur(stage, { email: 'zoe.deux@eclats.test' }),
  ]
  await enterAs(page, stage, 'Irma')
  await askByMail(page, stage, lea.email)
  const link = await mailedLink(stage, lea.email, 'fusion')
  await page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await page.getByRole('button', { name: phrases.ajouterMedia }).click()
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await send(page, 'IMG_3.jpg')
  await page.goto('about:blank')
  clearFault(stage)

  // The link is opened in the browser of the guest: the press signs the guest out there.
  await page.goto(stage.origin + link)
  await page.getByRole('button', { name: /réunir/ }).click()
  await expect(page).toHaveURL(/\/login\?redirect=[^&]*evenements[^&]*$/)
  await expect(page.getByText(/^Vos photos sont maintenant dans votre compte/)).toBeVisible()
  const asked = page.waitForResponse(/\/api\/auth\/me\/fusions$/)
  await fillLogin(page, zoe.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  expect(await (await asked).json()).toEqual([])
  await page.goto(`${stage.origin}/participant/envois`)
  await expect(page.getByRole('heading', { name: 'Aucun envoi' })).toBeVisible()
  expect(await namesOf(stage, zoe.id)).toEqual([])
})

test('says that the photos are joined already when the mailed link is used again', async ({ page, context }) => {
  const stage = scene()
  const lea = await unUtilisateur(stage, { email: 'lea.trois@eclats.test' })
  await enterAs(page, stage, 'Odile')
  await askByMail(page, stage, lea.email)
  const link = await mailedLink(stage, lea.email, 'fusion')
  const join = (tab: Page) => tab.getByRole('button', { name: /réunir/ })
  const done = (tab: Page) => tab.getByText(/^Ces photos sont déjà réunies/)
  const [first, second] = [await context.newPage(), await context.newPage()]
  await first.goto(stage.origin + link)
  await second.goto(stage.origin + link)
  await expect(join(second)).toBeVisible()
  await join(first).click()
  await expect(first).toHaveURL(/\/login/)
  await join(second).click()
  await expect(done(second)).toBeVisible()
  await expect(join(second)).toBeHidden()
  await first.goto(stage.origin + link)
  await expect(done(first)).toBeVisible()
  await first.getByRole('link', { name: 'Voir mes photos' }).click()
  await expect(first).toHaveURL(/\/login\?redirect=[^&]*participant$/)
})
