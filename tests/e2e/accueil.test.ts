import { expect, type Locator, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { answerInstead, enter, fillLogin, onPhone, openUserMenu, plain, stageOfFile } from '#tests/support/journey.ts'
import { badGateway } from '#tests/support/answers.ts'
import { uneInscription, unUtilisateur } from '#tests/support/builders.ts'
import { unePhoto } from '#tests/support/photos.ts'
import { itemsOn } from '#tests/faults/onDevice.ts'
import { expectPhrase } from '#tests/support/phrasesSeen.ts'
import { titreEvenement } from '#tests/support/stage.ts'
import { addMedia, sheetHasEntry } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

test('offers two entries to visitors and shows the dashboard to signed-in people', async ({ page }) => {
  const stage = scene()
  await page.goto(stage.origin)
  await expectPhrase(page.getByRole('navigation'), 'connexion')
  await expectPhrase(page.getByRole('navigation'), 'inscription')
  await expectPhrase(page.getByRole('main'), 'commencerMaintenant')
  await expectPhrase(page.getByRole('main'), 'seConnecter')
  for (const counter of ['500+', '1200+', '98%']) await expect(page.getByText(counter, { exact: true })).toBeVisible()
  await page.getByText(phrases.commencerMaintenant).click()
  await expect(page).toHaveURL(`${stage.origin}/register`)
  await page.getByRole('link', { name: phrases.seConnecter }).click()
  await expect(page).toHaveURL(`${stage.origin}/login`)
  await fillLogin(page, stage.lea.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expectPhrase(page, 'accederDashboard')
  await page.getByText(phrases.accederDashboard).click()
  await expect(page).toHaveURL(`${stage.origin}/participant`)
})

test('shows the main button in one line on a desktop, on the home page and beside the event in progress', async ({
  browser,
}) => {
  const stage = scene()
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  await page.goto(stage.origin)
  // A control that the app has just replaced has no line.
  await expect.poll(() => linesOf(page.getByRole('main').getByText(phrases.commencerMaintenant))).toBe(1)
  await enter(page, stage, { person: stage.karim, to: '/participant' })
  await expect.poll(() => linesOf(page.getByRole('button', { name: phrases.ajouterMedia }))).toBe(1)
  await context.close()
})

/** Number of lines that the text of a control occupies. */
function linesOf(control: Locator): Promise<number> {
  return control.evaluate((element) => {
    const range = document.createRange()
    range.selectNodeContents(element.lastChild ?? element)
    return new Set(Array.from(range.getClientRects(), ({ top }) => top)).size
  })
}

test('asks about unsent photos at a logout on the home page', async ({ page }) => {
  const stage = scene()
  answerInstead(stage, /^(POST|PATCH) \S*\/uploads/, badGateway)
  await enter(page, stage, { person: stage.lea, to: `/participant/evenements/${stage.evenementId}` })
  await addMedia(page, [{ name: 'bal.jpg', mimeType: 'image/jpeg', buffer: await unePhoto() }])
  await page.goto(stage.origin)
  await openUserMenu(page)
  await page.getByRole('button', { name: 'Déconnexion' }).click()
  const question = page.getByRole('alertdialog', { name: 'Vos photos ne sont pas toutes parties' })
  await expect(question).toContainText(/1.photo attend encore sur ce téléphone/)
  await question.getByRole('button', { name: 'Supprimer et se déconnecter' }).click()
  await expect(page.getByRole('navigation').getByRole('link', { name: phrases.connexion })).toBeVisible()
  await expect.poll(() => itemsOn(page)).toEqual([])
})

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('starts a participant at the running event, also without network, with the add button', async ({ page }) => {
    const stage = scene()
    await enter(page, stage, { person: stage.karim, to: '/' })
    const main = page.getByRole('main')
    await expect(main.getByRole('heading').nth(1)).toHaveText(titreEvenement)
    await expectPhrase(main, 'accederDashboard')
    await expect(main.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect.poll(() => keptLists(page)).toMatch(/consentement.*inscrits|inscrits.*consentement/)
    await page.context().setOffline(true)
    await page.reload()
    await main.getByRole('button', { name: phrases.ajouterMedia }).click()
    const sheet = page.getByRole('dialog', { name: phrases.ajouterMedia })
    await expect(sheet).toBeVisible()
    await sheetHasEntry(page)
    const place = `${stage.origin}/participant/evenements/${stage.evenementId}`
    await expect(page).toHaveURL(place)
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(place)
    await page.goBack()
    await expect(page).toHaveURL(`${stage.origin}/`)
  })
})

test('loads and shows no event on the home page without a valid consent', async ({ page }) => {
  const stage = scene()
  const nora = await unUtilisateur(stage, { prenom: 'Nora' })
  await uneInscription(stage, { evenementId: stage.evenementId, utilisateurId: nora.id })
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const answered = page.waitForResponse(/consentement-rgpd\/me\/actif/)
  await enter(page, stage, { person: nora, to: '/' })
  await answered
  await expectPhrase(page.getByRole('main'), 'accederDashboard')
  await expect(page.getByRole('heading', { name: titreEvenement })).toHaveCount(0)
  expect(asked.filter((path) => path.includes('evenements-inscrits'))).toEqual([])
})

test('opens the installed app on the area of the person', async ({ page, browser }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: '/' })
  await page.goto(`${stage.origin}/?source=installation`)
  await expect(page).toHaveURL(`${stage.origin}/participant`)
  const other = await browser.newContext()
  const desk = await other.newPage()
  await desk.goto(`${stage.origin}/?source=installation`)
  await expectPhrase(desk.getByRole('main'), 'commencerMaintenant')
  await enter(desk, stage, { person: stage.claire, to: '/' })
  await desk.goto(`${stage.origin}/?source=installation`)
  await expect(desk).toHaveURL(`${stage.origin}/organizer`)
  await other.close()
})

test('shows the privacy page to everyone, and a French error page at an unknown address', async ({ page }) => {
  const { origin } = scene()
  await page.goto(`${origin}/politique-confidentialite`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Politique de confidentialité')
  await expect(page.getByText('Le lieu de prise de vue').first()).toBeVisible()
  await page.goto(`${origin}/nulle/part`)
  await expect(page.getByText('Page introuvable')).toBeVisible()
  await expect(page).toHaveTitle(/Page introuvable/)
  await page.getByRole('link', { name: phrases.retourAccueil }).click()
  await expect(page).toHaveURL(`${origin}/`)
})

test('redirects from the area of another role to the home page in one step', async ({ page, browser }) => {
  const stage = scene()
  await enter(page, stage, { person: stage.karim, to: '/participant' })
  for (const foreign of ['/organizer', `/organisateur/evenements/${stage.evenementId}/medias`]) {
    await page.goto(`${stage.origin}${foreign}`)
    await expect(page).toHaveURL(`${stage.origin}/`)
  }
  const other = await browser.newContext()
  const desk = await other.newPage()
  await enter(desk, stage, { person: stage.claire, to: '/organizer' })
  await desk.goto(`${stage.origin}/participant/evenements`)
  await expect(desk).toHaveURL(`${stage.origin}/organizer`)
  await other.close()
})

test('shows that an open area is closed when the role was changed', async ({ page }) => {
  const stage = scene()
  await page.goto(`${stage.origin}/login?redirect=/participant`)
  await fillLogin(page, stage.lea.email)
  await page.getByRole('button', { name: phrases.seConnecter }).click()
  await expect(page.getByRole('heading', { name: 'Bonjour Léa' })).toBeVisible()
  const { database } = stage.parts
  // Together, as an administrator's change does: a call in between would be refused by the role alone.
  await database.transaction().execute(async (transaction) => {
    await transaction.updateTable('utilisateur').set({ role: 'ORGANISATEUR' }).where('id', '=', stage.lea.id).execute()
    const finLe = new Date().toISOString()
    await transaction.updateTable('session').set({ finLe }).where('utilisateurId', '=', stage.lea.id).execute()
  })
  await expect(async () => {
    // Returning to the app refetches the data on screen, except what is being fetched already.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
    await expect(page.getByText(phrases.accesRefuse)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expectPhrase(page.getByRole('main'), 'accesRefuse')
  await expectPhrase(page.getByRole('main'), 'retourAccueil')
  await page.getByRole('link', { name: phrases.retourAccueil }).click()
  await expect(page).toHaveURL(`${stage.origin}/`)
})

/** Names of the lists stored on this phone. */
function keptLists(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('eclats-listes')
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const keys = opening.result.transaction('listes').objectStore('listes').getAllKeys()
          keys.addEventListener('success', () => resolve(JSON.stringify(keys.result)))
          opening.result.close()
        })
      }),
  )
}
