import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { typographie } from '#domain/texte/typographie.ts'
import { badGateway } from '#tests/support/answers.ts'
import { motDePasseDeTest, unConsentement, uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { answerInstead, clearFault, enter, fillLogin, onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { momentAt, momentSaid } from '#tests/support/moments.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { mediasOf } from '#tests/support/stage.ts'
import { deposer } from '#tests/support/stageMedia.ts'
import { mailedLink } from '#tests/support/outbox.ts'
import { addMedia, openEvenement } from '#tests/support/steps.ts'
import { readZip } from '#tests/support/zipReader.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })
const erasing = /^DELETE \S+\/participant\/data/
const uploads = /\/medias\/upload|\/uploads/

/** A member of the fixture's event. */
async function membre(prenom: string) {
  const stage = scene()
  const person = await unUtilisateur(stage, { prenom, nom: 'Lambert' })
  await unConsentement(stage, person.id)
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: person.id })
  return person
}

async function downloaded(page: Page, press: () => Promise<void>): Promise<{ file: Download; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { file, bytes: await readFile(await file.path()) }
}

const askToErase = (page: Page) => page.getByRole('button', { name: 'Supprimer mon compte' }).click()
const erase = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Supprimer' })

test('exports everything as JSON or with the originals until the limit is reached', async ({ page }) => {
  const stage = scene()
  const zoe = await membre('Zoé')
  await deposer(stage, zoe, 2)
  await enter(page, stage, { person: zoe, to: '/profil' })
  const json = await downloaded(page, () => page.getByRole('button', { name: 'Exporter mes données' }).click())
  expect(json.file.suggestedFilename()).toMatch(/^eclats-mes-donnees-\d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(json.bytes.toString())).toMatchObject({ firstName: 'Zoé', lastName: 'Lambert' })
  await expect(page.getByText('Vos données sont dans vos téléchargements.')).toBeVisible()
  const zip = await downloaded(page, () => page.getByRole('button', { name: 'Avec mes originaux (ZIP)' }).click())
  expect(readZip(zip.bytes).filter(({ name }) => name.endsWith('.jpg'))).toHaveLength(2)
  await downloaded(page, () => page.getByRole('button', { name: 'Exporter mes données' }).click())
  await page.getByRole('button', { name: 'Exporter mes données' }).click()
  await expect(page.getByRole('alert').getByText(/^Trop de tentatives\. Réessayez dans 24.h\.$/)).toBeVisible()
})

test('explains what is deleted and what stays, sends the file, then leaves after two seconds', async ({ page }) => {
  const stage = scene()
  const nora = await membre('Nora')
  await deposer(stage, nora, 1)
  await enter(page, stage, { person: nora, to: '/profil' })
  await askToErase(page)
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('La preuve de vos consentements, sans votre nom')
  await expect(dialog).toContainText('5 ans')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Supprimer mon compte' })).toBeFocused()

  answerInstead(stage, erasing, badGateway)
  await askToErase(page)
  await erase(page).click()
  await expect(dialog.getByRole('alert').getByText(phrases.erreurSurvenue)).toBeVisible()
  clearFault(stage)

  const steps: string[] = []
  page.on('download', () => steps.push('file'))
  page.on('framenavigated', (frame) => steps.push(new URL(frame.url()).pathname))
  const [said, left] = [
    momentSaid(page, 'Votre compte est supprimé.', { within: '[role=alertdialog]' }),
    momentAt(page, '/'),
  ]
  const downloading = downloaded(page, () => erase(page).click())
  await said
  // Other requests of the page fail as the session ends: this must not open the login.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  const { file, bytes } = await downloading
  expect(file.suggestedFilename()).toMatch(/\.zip$/)
  expect(readZip(bytes).some(({ name }) => name.endsWith('.jpg'))).toBe(true)
  await expect(page).toHaveURL(`${stage.origin}/`)
  expect((await left) - (await said)).toBeGreaterThan(1500)
  expect(steps).toEqual(['file', '/'])
  await expect(page.getByText(phrases.commencerMaintenant)).toBeVisible()
  expect((await mediasOf(stage)).filter(({ auteurId }) => auteurId === nora.id)).toEqual([])
  await page.goto(`${stage.origin}${await mailedLink(stage, nora.email, 'api/exports')}`)
  const again = await downloaded(page, () => page.getByRole('button', { name: 'Télécharger mes données' }).click())
  expect(again.bytes.equals(bytes)).toBe(true)
  await page.goto(`${stage.origin}/login`)
  await fillLogin(page, nora.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page.getByRole('alert').getByText(typographie('E-mail ou mot de passe incorrect.'))).toBeVisible()
})

test('asks for the password before export and deletion when the login is old', async ({ page }) => {
  const stage = scene()
  const mina = await membre('Mina')
  await enter(page, stage, { person: mina, to: '/profil' })
  const connecteLe = new Date(Date.now() - 600_000).toISOString()
  await stage.parts.database.updateTable('session').set({ connecteLe }).where('utilisateurId', '=', mina.id).execute()
  const asked = page.getByRole('dialog', { name: "Confirmez que c'est vous" })
  const field = (within: Locator) => within.getByLabel('Mot de passe actuel', { exact: true })

  await page.getByRole('button', { name: 'Exporter mes données' }).click()
  await expect(field(asked)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(asked)).toHaveAccessibleDescription('Indiquez votre mot de passe actuel pour continuer.')
  await field(asked).fill('Mauvais2026!')
  await page.keyboard.press('Enter')
  await expect(field(asked)).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.')
  await field(asked).fill(motDePasseDeTest)
  const { bytes } = await downloaded(page, () => page.keyboard.press('Enter'))
  expect(JSON.parse(bytes.toString())).toMatchObject({ firstName: 'Mina' })
  await expect(asked).toBeHidden()

  await askToErase(page)
  const dialog = page.getByRole('alertdialog')
  await erase(page).click()
  await expect(field(dialog)).toBeFocused()
  await field(dialog).fill('Mauvais2026!')
  await erase(page).click()
  await expect(field(dialog)).toHaveAccessibleDescription('Le mot de passe actuel est incorrect.')
  await field(dialog).fill(motDePasseDeTest)
  await downloaded(page, () => erase(page).click())
  await expect(page).toHaveURL(`${stage.origin}/`)
})

test('explains after a lost answer that the account may be deleted, and where the data are', async ({ page }) => {
  const stage = scene()
  const ines = await membre('Inès')
  await enter(page, stage, { person: ines, to: '/profil' })
  await askToErase(page)
  stage.network.fault = { kind: 'answerLostTo', request: erasing }
  await erase(page).click()
  await expect(page.getByRole('alertdialog').getByText(/un lien vers vos données vous est envoyé/)).toBeVisible()
  clearFault(stage)
  await page.reload()
  await expect(page).toHaveURL(/\/login\?redirect=%2Fprofil$/)
})

test('explains to an organiser with running events why the account cannot be deleted', async ({ page }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.claire, to: '/profil' })
  await askToErase(page)
  await expect(page.getByRole('alertdialog')).toContainText('Vos factures')
  await erase(page).click()
  await expect(page.getByRole('alertdialog').getByText(/ils doivent être terminés ou supprimés/)).toBeVisible()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Annuler' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('warns about unsent photos on this phone, and deletes them with the account', async ({ page }) => {
    const stage = scene()
    const lou = await membre('Lou')
    await enter(page, stage, { person: lou, to: '/participant/evenements' })
    await openEvenement(page, stage)
    answerInstead(stage, uploads, badGateway)
    await addMedia(page, [{ name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
    await page.goto(`${stage.origin}/profil`)
    await askToErase(page)
    await expect(page.getByRole('alertdialog')).toContainText('1 photo en attente sur ce téléphone ne partira plus')
    await downloaded(page, () => erase(page).click())
    await expect(page).toHaveURL(`${stage.origin}/`)
    clearFault(stage)
    expect((await mediasOf(stage)).filter(({ auteurId }) => auteurId === lou.id)).toEqual([])
    await enter(page, stage, { person: stage.karim, to: '/participant/envois' })
    await expect(page.getByText('Aucun envoi')).toBeVisible()
    await expect(page.getByText(/autre compte/)).toBeHidden()
  })
})

test('shows the rest of the profile when the network is lost before the consent is known', async ({
  page,
  context,
}) => {
  const stage = scene()
  const until = Promise.withResolvers<void>()
  stage.network.fault = { kind: 'held', request: /consentement-rgpd\/me\/actif/, until: until.promise }
  await enter(page, stage, { person: stage.karim, to: '/profil' })
  await expect(page.getByText(stage.karim.email)).toBeVisible()
  await expect(page.getByText('Chargement de vos événements')).toBeAttached()
  await context.setOffline(true)
  // After the time limit of the call, the next one waits for the network.
  await expect(page.getByText('Pour exporter ou supprimer, reconnectez-vous au réseau.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Consentement RGPD' })).toContainText('hors ligne')
  clearFault(stage)
  until.resolve()
  await context.setOffline(false)
  await expect(page.getByRole('region', { name: 'Mes événements' })).toContainText('Mariage de Camille')
})

test('disables both without network, with the reason', async ({ page, context }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: '/profil' })
  await expect(page.getByText(stage.karim.email)).toBeVisible()
  await context.setOffline(true)
  for (const name of ['Exporter mes données', 'Avec mes originaux (ZIP)', 'Supprimer mon compte', 'Modifier']) {
    await expect(page.getByRole('button', { name })).toBeDisabled()
    await expect(page.getByRole('button', { name })).toHaveAttribute('title', 'Vous êtes hors ligne')
  }
  await expect(page.getByText('Pour exporter ou supprimer, reconnectez-vous au réseau.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Supprimer mon compte' })).toBeEnabled()
})
