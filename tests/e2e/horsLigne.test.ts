import { expect, test, type Locator, type Page } from '@playwright/test'
import { uneInvitation, unEvenement } from '#tests/support/builders.ts'
import { keptPictures } from '#tests/support/keptPictures.ts'
import { momentPattern } from '#tests/support/moments.ts'
import { openPhone, type Phone } from '#tests/support/phone.ts'
import { openStage, type Stage, titreEvenement } from '#tests/support/stage.ts'
import { deposer, validateAll } from '#tests/support/stageMedia.ts'
import { signIn } from '#tests/support/steps.ts'

let stage: Stage
let phone: Phone
test.beforeAll(async () => {
  stage = await openStage()
  await deposer(stage, stage.lea, 3)
  await validateAll(stage)
  const { id: evenementId } = await unEvenement(stage, { createurId: stage.claire.id, titre: 'Régate du soir' })
  await uneInvitation(stage, { evenementId, invite: stage.karim })
})
test.beforeEach(async () => {
  stage.network.fault = { kind: 'none' }
  phone = await openPhone()
})
test.afterEach(() => phone.close())
test.afterAll(() => stage.close())

test('shows events, invitations and pictures at a cold start offline, with their age', async () => {
  await signIn(phone.page, stage, stage.karim, { remember: true })
  await phone.page.goto(`${stage.origin}/participant/evenements`)
  await expect(phone.page.getByRole('article', { name: 'Régate du soir' })).toBeVisible()
  await expect.poll(() => keptLists(phone.page)).toContain('["invitations"]')
  await phone.page.goto(`${stage.origin}/participant/evenements/${stage.evenementId}`)
  await expect.poll(() => pictures(phone.page.locator('main img[data-loaded]'))).toBe(3)
  await expect.poll(() => keptPictures(phone.page)).toBeGreaterThanOrEqual(3)
  await restartOffline('/participant/evenements')
  await expect(phone.page.getByText(titreEvenement)).toBeVisible()
  await expect(phone.page.getByRole('article', { name: 'Régate du soir' })).toBeVisible()
  await expect(
    phone.page.getByText(new RegExp(`^Hors ligne\\. Dernières données reçues ${momentPattern}\\.$`)),
  ).toBeVisible()
  await phone.page.getByRole('link', { name: titreEvenement }).first().click()
  await expect(phone.page.getByRole('heading', { level: 1, name: titreEvenement })).toBeVisible()
  await expect.poll(() => pictures(phone.page.locator('main img[data-loaded]'))).toBe(3)
  await expect(phone.page.getByText(/^Hors ligne\. Dernières données reçues/)).toBeVisible()
  // The cover starts below that line: the bar above covers no picture.
  await expect(phone.page.getByRole('button', { name: 'Retour' })).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  // The page of one photo fits a tall phone.
  await phone.page.setViewportSize({ width: 390, height: 480 })
  await phone.page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect.poll(() => phone.page.evaluate(() => scrollY)).toBeGreaterThan(100)
  await expect(phone.page.getByText(/^Hors ligne\. Dernières données reçues/)).toBeInViewport({ ratio: 1 })
})

test('redirects to the login, and shows no stored data, when the session is not remembered', async () => {
  await signIn(phone.page, stage, stage.karim)
  await phone.page.goto(`${stage.origin}/participant/evenements`)
  await expect(phone.page.getByText(titreEvenement)).toBeVisible()
  await restartOffline('/participant/evenements')
  await expect(phone.page).toHaveURL(/\/login\?redirect=/)
  await expect(phone.page.getByText('Cet appareil ne se souvient pas de vous')).toBeVisible()
  await expect(phone.page.getByLabel('Adresse email')).toBeVisible()
  await expect(phone.page.getByText(titreEvenement)).toHaveCount(0)
})

/** A list is persisted shortly after it is shown; leaving earlier would lose it. */
function keptLists(page: Page): Promise<string> {
  return page.evaluate(async () => {
    // Opened before the app has created it, the database would have no stores.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'eclats-listes')) return ''
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('eclats-listes')
      opening.addEventListener('success', () => resolve(opening.result))
      opening.addEventListener('error', () => reject(new Error('no lists are kept')))
    })
    const keys = database.transaction('listes').objectStore('listes').getAllKeys()
    await new Promise((resolve) => {
      keys.addEventListener('success', resolve)
    })
    database.close()
    return keys.result.map((key) => (typeof key === 'string' ? key : '')).join('\n')
  })
}

/** The worker caches a picture shortly after it is shown. */
async function restartOffline(path: string): Promise<void> {
  await phone.context.close()
  stage.network.fault = { kind: 'down' }
  stage.network.cut()
  await phone.relaunch()
  await phone.context.setOffline(true)
  await phone.page.goto(`${stage.origin}${path}`)
  // Older versions of Chromium drop it when the worker answers a navigation.
  await phone.context.setOffline(false)
  await phone.context.setOffline(true)
}

/** Number of these images that are painted. */
function pictures(images: Locator): Promise<number> {
  return images.evaluateAll(
    (all) => all.filter((one) => one instanceof HTMLImageElement && one.naturalWidth > 0).length,
  )
}
