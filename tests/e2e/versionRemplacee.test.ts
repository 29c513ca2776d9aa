import { expect, type Page, test } from '@playwright/test'
import { phrases } from '#domain/texte/phrases.ts'
import { onPhone, plain, stageOfFile } from '#tests/support/journey.ts'
import { unLien } from '#tests/support/liens.ts'
import { signIn } from '#tests/support/steps.ts'

const scene = stageOfFile()
test.use({ ...onPhone, ...plain })

/** Answers as after an upgrade of the server: this document finds none of the files that it has not requested yet. */
async function replaceVersion(page: Page): Promise<void> {
  const known = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  let isReplaced = true
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isReplaced = false
  })
  await page.route(/\/assets\/.*\.(js|css)$/, (route) => {
    const url = route.request().url()
    if (!isReplaced || known.includes(url)) return route.fallback()
    return route.fulfill({ status: 404, json: {} })
  })
}

test('opens a page of the new version by its button when the old version is gone from the server', async ({ page }) => {
  const stage = scene()
  await signIn(page, stage, stage.karim, { hasWorker: false })
  await page.goto(`${stage.origin}/participant`)
  await expect(page.getByRole('heading', { name: /^Bonjour/ })).toBeVisible()
  await replaceVersion(page)
  await page
    .getByRole('link', { name: /^Profil/ })
    .filter({ visible: true })
    .first()
    .click()
  await expect(page.getByText(phrases.erreurSurvenue)).toBeVisible()
  await page.getByRole('button', { name: phrases.reessayer }).click()
  await expect(page.getByRole('heading', { name: 'Mon Profil' })).toBeVisible()
})

test('lets a guest in when the old version is gone from the server before the form is sent', async ({ page }) => {
  const stage = scene()
  const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
  await page.goto(`${stage.origin}/e/${code}`, { waitUntil: 'networkidle' })
  await page.getByLabel('Votre prénom').fill('Nadia')
  await page.getByRole('checkbox').check()
  await replaceVersion(page)
  await page.getByRole('button', { name: 'Participer', exact: true }).click()
  await expect(page).toHaveURL(/\/participant\/evenements\/\d+/)
  await expect(page.getByRole('dialog', { name: phrases.ajouterMedia })).toBeVisible()
})

test.describe('in the browser of Instagram', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 Instagram 1',
  })

  test('lets a guest in when the file of a notice is gone from the server', async ({ page }) => {
    const stage = scene()
    const { code } = await unLien(stage, { evenementId: stage.evenementId, identite: 'PRENOM' })
    let requests = 0
    await page.route(/\/assets\/InAppHint-.*\.js$/, (route) => {
      requests += 1
      return route.fulfill({ status: 404, json: {} })
    })
    await page.goto(`${stage.origin}/e/${code}`)
    // The second request, which the answer of the host has proved useless, is the last one.
    await expect.poll(() => requests).toBe(2)
    await page.getByLabel('Votre prénom').fill('Nadia')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Participer', exact: true }).click()
    await expect(page.getByRole('dialog', { name: phrases.ajouterMedia })).toBeVisible()
  })
})
